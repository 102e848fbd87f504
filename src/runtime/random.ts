/** The machine's randomness: the only place that knows it. */
import { randomBytes } from 'node:crypto';
import type { Random } from '../ports/clock.ts';

export const systemRandom: Random = {
	hex: (bytes) => randomBytes(bytes).toString('hex'),
	unit: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
};
