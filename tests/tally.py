"""TAP of commands that were typed."""

import re
import resource


class Tally:
    """Says TAP of what was typed, and counts it."""

    def __init__(self):
        self.typed = self.failed = self.skipped = 0

    def report(self, name, command, fault, lacking):
        """The test @name, in which @command was typed, has the fault @fault, or it needs @lacking
        and was not typed; "" or None: neither."""
        self.failed += bool(fault)
        self.skipped += bool(lacking and not fault)
        self.typed += not (fault or lacking)
        print(f"{'not ok' if fault else 'ok'} {self.typed + self.failed + self.skipped} "
              + re.sub(r"[\s\\]+", " ", name).replace("#", "")
              + (f" # SKIP needs {lacking}" if lacking and not fault else ""), flush=True)
        if fault:
            print(f"# $ {command}".replace("\n", "\n#   "))
            print("".join(f"#   {line}\n" for line in fault.splitlines()), end="", flush=True)

    def close(self):
        """Says the plan and the counts. The exit status."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"1..{self.typed + self.failed + self.skipped}")
        print(f"# {self.typed} typed, {self.failed} failed, {self.skipped} skipped, in "
              f"{used.ru_utime + used.ru_stime:.0f} s of processor time")
        return 1 if self.failed else 0
