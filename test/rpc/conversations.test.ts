/** Runs every golden conversation in this folder; see `README.md`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMethod } from '../../src/api/methods/registry.ts';
import { type Exchange, fillIn, mismatches, readConversation } from './conversation.ts';
import { type HttpAnswer, send, startTestServer, type TestServer } from './test-server.ts';

const FOLDER = import.meta.dirname;
const remote = process.env.CARRYWIRE_TEST_URL;
const files = readdirSync(FOLDER)
	.filter((name) => name.endsWith('.io'))
	.sort();

let local: TestServer | undefined;

beforeAll(async () => {
	if (remote === undefined) local = await startTestServer();
});

afterAll(async () => {
	await local?.[Symbol.asyncDispose]();
});

test('finds conversations', () => {
	expect(files.length).toBeGreaterThanOrEqual(7);
});

for (const file of files) {
	const { inProcessOnly, exchanges } = readConversation(readFileSync(join(FOLDER, file), 'utf8'));
	if (remote !== undefined && inProcessOnly) continue;
	describe(file, () => {
		const names = new Map<string, string>();
		test('says something', () => {
			expect(exchanges.length).toBeGreaterThan(0);
		});
		for (const exchange of exchanges) {
			test(`${exchange.why} (line ${exchange.line})`, async () => {
				const body = exchange.body.kind === 'bytes' ? exchange.body.bytes : fillIn(exchange.body.text, names);
				const answer = await send(remote ?? local?.url ?? '', {
					method: exchange.method,
					path: exchange.path,
					headers: headersOf(exchange),
					...(body.length === 0 && exchange.method === 'GET' ? {} : { body }),
				});
				checkAnswer(exchange, answer, names);
				if (typeof body === 'string') checkResultSchemas(body, answer);
			});
		}
	});
}

function headersOf({ headers, token }: Exchange): Record<string, string> {
	const all = Object.fromEntries(
		headers.filter(([name, value], at) => value !== '' && isLast(headers, name, at)),
	);
	return token === undefined ? all : { ...all, authorization: `Bearer ${tokenNamed(token)}` };
}

function isLast(headers: Exchange['headers'], name: string, at: number): boolean {
	return headers.findLastIndex(([other]) => other === name) === at;
}

function tokenNamed(name: string): string {
	const token =
		remote === undefined
			? local?.tokens[name]
			: name === 'unknown'
				? `cw_${'u'.repeat(43)}`
				: name === 'full'
					? process.env.CARRYWIRE_TEST_TOKEN
					: undefined;
	if (token === undefined) throw new Error(`There is no token ${name}.`);
	return token;
}

function checkAnswer(exchange: Exchange, answer: HttpAnswer, names: Map<string, string>): void {
	expect({ status: answer.status, body: answer.body }).toMatchObject({ status: exchange.status });
	for (const [name, expression] of exchange.answerHeaders)
		expect(String(answer.headers[name] ?? ''), name).toMatch(expression);
	if (exchange.expected === undefined) {
		expect(answer.body).toBe('');
		return;
	}
	const expected: unknown = JSON.parse(fillIn(exchange.expected, names));
	expect(mismatches(expected, JSON.parse(answer.body), names)).toEqual([]);
	checkErrorSentences(answer);
}

/** Checks that `error.message` alone tells the user the reason for each error that the caller can fix. */
function checkErrorSentences({ body }: HttpAnswer): void {
	type Entry = { readonly error?: { code: number; message: string; data: { message: string } } } | null;
	for (const entry of [JSON.parse(body) as Entry | Entry[]].flat()) {
		if (typeof entry?.error !== 'object') continue;
		const { code, message, data } = entry.error;
		if (code === -32602) expect(message).toBe(`Invalid params: ${data.message}`);
		if (code === -32000) expect(message).toBe(data.message);
	}
}

/** Checks that every result fits the method's published schema, in addition to the conversation's own expectations. */
function checkResultSchemas(body: string, answer: HttpAnswer): void {
	if (answer.status !== 200 || answer.body === '') return;
	let sent: unknown;
	try {
		sent = JSON.parse(body);
	} catch {
		return;
	}
	const requests = [sent].flat() as { readonly id?: unknown; readonly method?: unknown }[];
	for (const entry of [JSON.parse(answer.body)].flat() as {
		readonly id: unknown;
		readonly result?: unknown;
	}[]) {
		if (entry.result === undefined) continue;
		const name = requests.find((candidate) => candidate?.id === entry.id)?.method;
		const method = typeof name === 'string' ? findMethod(name) : undefined;
		if (method === undefined)
			throw new Error(`A result for id ${JSON.stringify(entry.id)} without a matching request.`);
		expect(method.result.safeParse(entry.result).error?.issues ?? []).toEqual([]);
	}
}
