/**
 * Checks that the guides describe every alert, and name only fields that the API has. It fails when an alert is added
 * without a row in the guide.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../src/domain/codes.ts';
import { AREAS } from '../src/operations/doctor/finding.ts';
import { ALERT_KINDS } from '../src/ports/alerts.ts';
import { ATTENTION_KINDS } from '../src/ports/metrics.ts';
import { SELF_CHECK_STEPS } from '../src/ports/self-check.ts';

const TROUBLE = 'docs/guides/when-something-goes-wrong.md';
const ALERTS = 'docs/guides/alerts.md';
const FIGURES = 'docs/guides/figures.md';

/** Returns the cells of the table below a second-level heading, row by row, without the table's header. */
function tableBelow(text: string, heading: string): readonly (readonly string[])[] {
	const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
	const rows = section.split('\n').filter((line) => line.startsWith('| '));
	return rows.slice(2).map((row) => row.split('|').slice(1, -1));
}

/** Returns the names in backticks. */
function quoted(cell = ''): readonly string[] {
	return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

function namesBelow(text: string, heading: string): readonly string[] {
	return tableBelow(text, heading).flatMap(([first]) => quoted(first));
}

/** Returns the names of all fields in a schema, at any depth. */
function membersOf(schema: unknown): readonly string[] {
	if (typeof schema !== 'object' || schema === null) return [];
	return Object.entries(schema).flatMap(([key, value]) =>
		key === 'properties' ? [...Object.keys(value), ...membersOf(value)] : membersOf(value),
	);
}

test('reads the names of one table only', () => {
	const page =
		'## One\n\n| a | b |\n| --- | --- |\n| `x`, `y` | `z` |\n\n## Two\n\n| a |\n| --- |\n| `w` |\n';
	expect(namesBelow(page, 'One')).toEqual(['x', 'y']);
	expect(namesBelow(page, 'Three')).toEqual([]);
});

test.each([
	[TROUBLE, 'Alerts', ALERT_KINDS],
	[ALERTS, 'Which alerts exist', ALERT_KINDS],
	[TROUBLE, 'A position needs you', ATTENTION_KINDS],
	[TROUBLE, 'Self-check', SELF_CHECK_STEPS],
	[TROUBLE, 'Findings of the doctor', AREAS],
])('%s, "%s": has one row for each kind of the code', (file, heading, kinds) => {
	expect(namesBelow(readFileSync(file, 'utf8'), heading).toSorted()).toEqual([...kinds].toSorted());
});

test('has a row for each rule of Prometheus', () => {
	const rules = [...readFileSync('docs/grafana/alerts.yml', 'utf8').matchAll(/- alert: (\w+)/g)];
	const named = namesBelow(readFileSync(TROUBLE, 'utf8'), 'Rules for Prometheus');
	expect(named.toSorted()).toEqual(rules.map(([, name]) => name).toSorted());
});

test('names only error codes that exist', () => {
	const named = namesBelow(readFileSync(TROUBLE, 'utf8'), 'Errors of calls');
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter((code) => !Object.hasOwn(ERROR_CODES, code))).toEqual([]);
});

test('names only figures that the API has', () => {
	const known = new Set(membersOf(JSON.parse(readFileSync('docs/openrpc.json', 'utf8'))));
	const text = readFileSync(FIGURES, 'utf8');
	const named = ['Before costs', 'After costs', 'An open position', 'An account', 'Sums over all positions']
		.flatMap((heading) => tableBelow(text, heading))
		.flatMap((cells) => quoted(cells.at(-1)));
	expect(named.length).toBeGreaterThan(40);
	expect(named.filter((path) => path.split('.').some((member) => !known.has(member)))).toEqual([]);
});

test('the Caddyfile of the server guide is the one of packaging', () => {
	const file = readFileSync('packaging/caddy/Caddyfile', 'utf8').replace(/^#.*\n/gm, '');
	expect(file).toMatch(/^[\w.]+ \{\n/);
	expect(readFileSync('docs/guides/one-server.md', 'utf8')).toContain(`\`\`\`\n${file}\`\`\`\n`);
});
