/* SHA-256 (FIPS 180-4) of a stream, a piece at a time: a browser's own takes whole files only, and only where pages are encrypted. */

const PRIMES = (() => {
  const found = [2];
  for (let n = 3; found.length < 64; n += 2) if (found.every((prime) => n % prime)) found.push(n);
  return found;
})();
const fraction = (/** @type {number} */ x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const FIRST = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const w = new Int32Array(64);

/** @param {Int32Array} state @param {Uint8Array} bytes @param {number} at the place of 64 of them */
function mix(state, bytes, at) {
  for (let i = 0; i < 16; i++, at += 4)
    w[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15],
      y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] += value;
  });
}

/** @param {ReadableStream<Uint8Array>} stream @returns {Promise<string>} in hexadecimal digits */
export async function sha256(stream) {
  const state = new Int32Array(FIRST);
  const reader = stream.getReader();
  let rest = new Uint8Array(0),
    length = 0;
  for (;;) {
    const {value, done} = await reader.read();
    if (done) break;
    length += value.length;
    const bytes = new Uint8Array(rest.length + value.length);
    bytes.set(rest);
    bytes.set(value, rest.length);
    let at = 0;
    for (; at + 64 <= bytes.length; at += 64) mix(state, bytes, at);
    rest = bytes.slice(at);
  }
  const last = new Uint8Array(rest.length < 56 ? 64 : 128);
  last.set(rest);
  last[rest.length] = 0x80;
  new DataView(last.buffer).setBigUint64(last.length - 8, BigInt(length) * 8n);
  for (let at = 0; at < last.length; at += 64) mix(state, last, at);
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
