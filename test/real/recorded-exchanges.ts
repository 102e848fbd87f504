/**
 * Reads response bodies from recorded HTTP traffic with Hyperliquid in the test data. The recordings are YAML, with
 * each body as a quoted JSON text.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestDataError, testDataDir } from './documented-bodies.ts';

/** Returns the last response body in a file; `file` is its path in the recordings, without `.yaml`. */
export function lastAnswer(file: string): unknown {
	const path = join(testDataDir(), 'messages/hyperliquid-recorded-http', `${file}.yaml`);
	const bodies = [...readFileSync(path, 'utf8').matchAll(/^ +string: '((?:[^']|'')*)'$/gm)].map(
		([, body]) => body,
	);
	const last = bodies.at(-1);
	if (last === undefined) throw new TestDataError(`${file} holds no answer.`);
	// Single-quoted YAML doubles each quote and may continue a text on the next line wherever it has a space.
	return JSON.parse(last.replaceAll("''", "'").replaceAll(/\n\s*/g, ' '));
}
