/** Reads response bodies, which are quoted JSON texts, from the recorded HTTP traffic (YAML) in the test data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestDataError, testDataDir } from './documented-bodies.ts';

/** Returns the last response in a file; `file` is relative to the Hyperliquid recordings, without `.yaml`. */
export function lastAnswer(file: string): unknown {
	const path = join(testDataDir(), 'messages/hyperliquid-recorded-http', `${file}.yaml`);
	const bodies = [...readFileSync(path, 'utf8').matchAll(/^ +string: '((?:[^']|'')*)'$/gm)].map(
		([, body]) => body,
	);
	const last = bodies.at(-1);
	if (last === undefined) throw new TestDataError(`${file} holds no answer.`);
	// Single-quoted YAML doubles each quote and may break a line at a space.
	return JSON.parse(last.replaceAll("''", "'").replaceAll(/\n\s*/g, ' '));
}
