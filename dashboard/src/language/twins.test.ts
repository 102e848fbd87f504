/** Checks that every text table of the dashboard has a Spanish twin that says the same in Spanish. */
import { describe, expect, test } from 'vitest';
import { type TableString, tableStrings } from '../../../test/support/table-strings.ts';

type Module = Readonly<Record<string, unknown>>;

/** Share of the sentences that must differ. A few are the same in both languages. */
const TRANSLATED_MIN = 0.9;
/** Returns true for text with a space and a word, unlike `x UTC`. */
const isSentence = (text: string): boolean => text.includes(' ') && /[a-z]{2}/.test(text);
/** Returns true for a string that the pages compare or follow, and that has to stay: a name of a field, or a link. */
const isCode = ({ path, value }: TableString): boolean =>
	path.endsWith('.href') || /^[a-z]+(?:_[a-z]+)+$/.test(value);

const files = import.meta.glob<Module>(['../*/text.ts', '../*/*-text.ts'], { eager: true });
const twins = import.meta.glob<Module>('../*/*.es.ts', { eager: true });
const tables = Object.entries(files).map(([file, table]) => ({
	file: file.replace('../', ''),
	table,
	twin: twins[file.replace(/\.ts$/, '.es.ts')],
}));

/** Describes each member in depth: its path, and for a function the number of its parameters. */
function shape(value: unknown, path = ''): readonly string[] {
	if (typeof value === 'function') return [`${path}(${value.length})`];
	return typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, member]) => shape(member, `${path}.${key}`))
		: [`${path}: ${typeof value}`];
}

test('every text table is found', () => {
	expect(tables.map(({ file }) => file)).toContain('opportunities/panel-text.ts');
	expect(tables.length).toBeGreaterThan(17);
});

describe.each(tables)('$file', ({ table, twin }) => {
	test('has a twin with the same members', () => {
		expect(shape(twin).toSorted()).toEqual(shape(table).toSorted());
	});

	test('is translated, apart from its codes', () => {
		const spanish = new Map(tableStrings(twin).map(({ path, value }) => [path, value]));
		const english = tableStrings(table);
		const sentences = english.filter(({ value }) => isSentence(value));
		const same = sentences.filter(({ path, value }) => spanish.get(path) === value);
		expect(same.length, JSON.stringify(same)).toBeLessThanOrEqual((1 - TRANSLATED_MIN) * sentences.length);
		const codes = english.filter(isCode);
		expect(codes.filter(({ path, value }) => spanish.get(path) !== value)).toEqual([]);
	});
});
