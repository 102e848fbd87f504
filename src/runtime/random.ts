/** Provides the machine's randomness. No other file uses it. */
import { randomBytes } from 'node:crypto';
import type { Random } from '../ports/clock.ts';

/** Cryptographic random values: `hex` for secrets, and `unit` from 0 up to but not including 1. */
export const systemRandom: Random = {
	hex: (bytes) => randomBytes(bytes).toString('hex'),
	unit: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
};
