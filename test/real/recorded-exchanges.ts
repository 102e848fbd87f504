/** Reads recorded HTTP exchanges under the test data: YAML of which only the answers' bodies are wanted, each a quoted JSON text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestDataError, testDataDir } from './documented-bodies.ts';

/** The last answer of a file; `file` is relative to the recordings of Hyperliquid, without `.yaml`. */
export function lastAnswer(file: string): unknown {
	const path = join(testDataDir(), 'messages/hyperliquid-recorded-http', `${file}.yaml`);
	const bodies = [...readFileSync(path, 'utf8').matchAll(/^ +string: '((?:[^']|'')*)'$/gm)].map(
		([, body]) => body,
	);
	const last = bodies.at(-1);
	if (last === undefined) throw new TestDataError(`${file} holds no answer.`);
	// Single-quoted YAML writes a quote twice, and may break a line where a space is.
	return JSON.parse(last.replaceAll("''", "'").replaceAll(/\n\s*/g, ' '));
}
