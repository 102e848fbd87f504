/**
 * Reads an exchange's documented message bodies from the test data. An endpoint's file gives the method, the path and
 * whether the request is signed, one per line, followed by the response body. A stream's file marks messages as sent
 * (`>`), acknowledged (`<`) or pushed (`=`); a push continues on the following lines.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export class TestDataError extends Error {
	override readonly name = 'TestDataError';
}

/** Returns the test data directory. @throws TestDataError when CARRYWIRE_TEST_DATA does not name it */
export function testDataDir(): string {
	const dir = process.env.CARRYWIRE_TEST_DATA;
	if (dir === undefined || dir === '') {
		throw new TestDataError('CARRYWIRE_TEST_DATA must name the directory with the documented bodies.');
	}
	return dir;
}

export type DocumentedEndpoint = { readonly method: string; readonly path: string; readonly body: unknown };

/** Reads one endpoint's file; `file` is its path in the test data, without `.txt`. */
export function documentedEndpoint(file: string): DocumentedEndpoint {
	const [method = '', path = '', , ...body] = readLines(file);
	return { method: method.trim(), path: path.trim(), body: parse(file, body.join('\n')) };
}

export type DocumentedStream = {
	/** Responses to the commands that the client sends, in order. */
	readonly acknowledgements: readonly unknown[];
	readonly push: unknown;
};

export function documentedStream(file: string): DocumentedStream {
	const lines = readLines(file);
	const start = lines.findIndex((line) => line.startsWith('='));
	if (start === -1) throw new TestDataError(`${file} has no push.`);
	const acknowledged = lines.slice(0, start).filter((line) => line.startsWith('<'));
	return {
		acknowledgements: acknowledged.map((line) => parse(file, line.slice(1))),
		push: parse(file, lines.slice(start).join('\n').slice(1)),
	};
}

function readLines(file: string): string[] {
	return readFileSync(join(testDataDir(), `${file}.txt`), 'utf8')
		.replace(/^\uFEFF/, '')
		.split(/\r?\n/);
}

function parse(file: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new TestDataError(`${file} is not valid JSON: ${String(error)}`);
	}
}
