/** Reads `.io` files and checks responses against them. `README.md` beside this file describes the format. */
import { isDeepStrictEqual } from 'node:util';

/** Member with the parts of a message, which the tables of sentences define. A response may have it unwritten. */
const PARTS = 'sentence';

export type Exchange = {
	readonly why: string;
	readonly line: number;
	readonly token: string | undefined;
	readonly path: string;
	readonly method: string;
	readonly headers: readonly (readonly [string, string])[];
	/** Bytes to send; text still contains its `{{NAME}}` placeholders. */
	readonly body:
		| { readonly kind: 'text'; readonly text: string }
		| { readonly kind: 'bytes'; readonly bytes: Uint8Array };
	readonly status: number;
	readonly answerHeaders: readonly (readonly [string, RegExp])[];
	/** Expected body; undefined if the body must be empty. */
	readonly expected: string | undefined;
};

export type Conversation = { readonly inProcessOnly: boolean; readonly exchanges: readonly Exchange[] };

type Draft = {
	why: string[];
	line: number;
	options: string[];
	sent: string[];
	answer: string[];
	expected: string[];
};

/** @throws Error with the line number for an unknown line, or for a request-response exchange without a request. */
export function readConversation(text: string): Conversation {
	const drafts: Draft[] = [];
	let inProcessOnly = false;
	let current = newDraft(1);
	let previousKind = '';
	const finish = () => {
		if (current.sent.length + current.options.length > 0) drafts.push(current);
	};
	for (const [index, raw] of text.split('\n').entries()) {
		const line = raw.trimEnd();
		if (line === '') continue;
		const kind = line.slice(0, 2);
		const content = line.slice(3);
		// After a response, the first comment, option or request line starts the next exchange.
		if (['//', '::', '>>'].includes(kind) && ['<<', '=>'].includes(previousKind)) {
			finish();
			current = newDraft(index + 1);
		}
		if (kind === '//') current.why.push(content);
		else if (line === ':: only in-process') inProcessOnly = true;
		else if (kind === '::') current.options.push(content);
		else if (kind === '>>') current.sent.push(content);
		else if (kind === '=>') current.answer.push(content);
		else if (kind === '<<') current.expected.push(content);
		else
			throw new Error(`Line ${index + 1} must begin with //, ::, >>, => or <<; was ${JSON.stringify(line)}.`);
		if (line !== ':: only in-process') previousKind = kind;
	}
	finish();
	return { inProcessOnly, exchanges: drafts.map(exchangeOf) };
}

function newDraft(line: number): Draft {
	return { why: [], line, options: [], sent: [], answer: [], expected: [] };
}

function exchangeOf(draft: Draft): Exchange {
	const headers: [string, string][] = [['content-type', 'application/json']];
	let token: string | undefined;
	let path = '/jsonrpc/';
	let method = 'POST';
	let body: Exchange['body'] = { kind: 'text', text: draft.sent.join('\n') };
	for (const option of draft.options) {
		const [name = '', ...rest] = option.split(' ');
		const value = rest.join(' ');
		if (name === 'token') token = value;
		else if (name === 'path') path = value;
		else if (name === 'method') method = value;
		else if (name === 'header') headers.push(headerOf(value, draft.line));
		else if (name === 'body' && rest[0] === 'repeat')
			body = { kind: 'text', text: rest.slice(2).join(' ').repeat(Number(rest[1])) };
		else if (name === 'body' && rest[0] === 'hex')
			body = { kind: 'bytes', bytes: Buffer.from(rest[1] ?? '', 'hex') };
		else throw new Error(`Line ${draft.line}: unknown option ${JSON.stringify(option)}.`);
	}
	let status = 200;
	const answerHeaders: [string, RegExp][] = [];
	for (const fact of draft.answer) {
		if (/^\d{3}$/.test(fact)) status = Number(fact);
		else {
			const [name, expression] = headerOf(fact, draft.line);
			answerHeaders.push([name, new RegExp(expression)]);
		}
	}
	return {
		why: draft.why.join(' ') || `line ${draft.line}`,
		line: draft.line,
		token,
		path,
		method,
		headers,
		body,
		status,
		answerHeaders,
		expected: draft.expected.length === 0 ? undefined : draft.expected.join('\n'),
	};
}

function headerOf(text: string, line: number): [string, string] {
	const colon = text.indexOf(':');
	if (colon === -1) throw new Error(`Line ${line}: a header needs a colon; was ${JSON.stringify(text)}.`);
	return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
}

export function fillIn(text: string, names: ReadonlyMap<string, string>): string {
	return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => names.get(name) ?? whole);
}

/** Lists every mismatch in `actual` as path and message. `<set:…>` accepts any string and stores it in `names`. */
export function mismatches(
	expected: unknown,
	actual: unknown,
	names: Map<string, string>,
	path = '$',
): readonly string[] {
	if (typeof expected === 'string' && /^<.+>$/s.test(expected)) return matcher(expected, actual, names, path);
	if (Array.isArray(expected)) return arrayMismatches(expected, actual, names, path);
	if (typeof expected === 'object' && expected !== null) {
		if (typeof actual !== 'object' || actual === null || Array.isArray(actual))
			return [must(path, expected, actual)];
		const members: Record<string, unknown> = { ...actual };
		const open = '<more>' in expected;
		const problems: string[] = [];
		for (const [member, value] of Object.entries(expected)) {
			if (member === '<more>') continue;
			if (!Object.hasOwn(members, member)) problems.push(`${path}.${member}: must be there`);
			else problems.push(...mismatches(value, members[member], names, `${path}.${member}`));
		}
		for (const member of Object.keys(members))
			if (!open && !Object.hasOwn(expected, member) && member !== PARTS)
				problems.push(`${path}.${member}: must not be there`);
		return problems;
	}
	return isDeepStrictEqual(expected, actual) ? [] : [must(path, expected, actual)];
}

function arrayMismatches(
	expected: readonly unknown[],
	actual: unknown,
	names: Map<string, string>,
	path: string,
): readonly string[] {
	if (!Array.isArray(actual)) return [must(path, expected, actual)];
	const [head, ...rest] = expected;
	if (head === '<each>') {
		if (actual.length === 0) return [`${path}: must have one entry or more`];
		return actual.flatMap((entry: unknown, index) => mismatches(rest[0], entry, names, `${path}[${index}]`));
	}
	const wanted = head === '<unordered>' ? rest : expected;
	if (wanted.length !== actual.length)
		return [`${path}: must have ${wanted.length} entries, has ${actual.length}: ${JSON.stringify(actual)}`];
	if (head !== '<unordered>')
		return wanted.flatMap((entry, index) => mismatches(entry, actual[index], names, `${path}[${index}]`));
	const left: unknown[] = [...actual];
	return wanted.flatMap((entry) => {
		const index = left.findIndex((candidate) => mismatches(entry, candidate, new Map(), path).length === 0);
		if (index === -1) return [`${path}: no entry fits ${JSON.stringify(entry)} in ${JSON.stringify(left)}`];
		left.splice(index, 1);
		return [];
	});
}

function matcher(
	expected: string,
	actual: unknown,
	names: Map<string, string>,
	path: string,
): readonly string[] {
	const name = expected.slice(1, -1);
	if (name.startsWith('match:'))
		return typeof actual === 'string' && new RegExp(name.slice('match:'.length), 's').test(actual)
			? []
			: [must(path, expected, actual)];
	if (name.startsWith('set:')) {
		if (typeof actual !== 'string') return [must(path, expected, actual)];
		names.set(name.slice('set:'.length), actual);
		return [];
	}
	const fits = MATCHERS[name];
	if (fits === undefined) return [`${path}: there is no matcher ${expected}`];
	return fits(actual) ? [] : [must(path, expected, actual)];
}

const MATCHERS: Readonly<Record<string, (value: unknown) => boolean>> = {
	any: () => true,
	string: (value) => typeof value === 'string',
	number: (value) => typeof value === 'number',
	integer: (value) => Number.isInteger(value),
	boolean: (value) => typeof value === 'boolean',
	array: (value) => Array.isArray(value),
	object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	instant: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
};

function must(path: string, expected: unknown, actual: unknown): string {
	return `${path}: must be ${JSON.stringify(expected)}, was ${JSON.stringify(actual)}`;
}
