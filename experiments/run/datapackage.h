/* datapackage.json: what the tables of a run are, for programs: for each its columns with type,
 * unit and meaning, its key, and the table it refers to. It says nothing of when or where it was
 * written, so the same spec gives the same bytes.
 *
 * Source: Frictionless Data, https://specs.frictionlessdata.io: Data Package, Tabular Data Package,
 *         Tabular Data Resource, CSV Dialect and Table Schema, version 1. */
#pragma once

#include "experiments/spec/spec.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/file_sum.h"

/* datapackage.json as text: a resource for each of @files (SummedFile), which are all files that a
 * run of @spec has written except datapackage.json and run.json. Tables come first. NULL if there
 * are no files, as the standard has no empty package. Owner: the caller.
 *
 * Source: of the member "compression": https://specs.frictionlessdata.io/patterns/ */
char *datapackage_write(const Spec *spec, const GPtrArray *files);

/* The same for a table that stands alone, as suites.csv: @data are the bytes of its file. Owner:
 * the caller. */
char *datapackage_write_table(const Table *table, const void *data, size_t size);
