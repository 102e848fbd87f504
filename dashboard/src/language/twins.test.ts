/** Checks that every text table of the dashboard has a Spanish twin that says the same in Spanish. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TableString, tableStrings } from '../../../test/support/table-strings.ts';

const SOURCES = join(import.meta.dirname, '..');
/** Share of the sentences that must differ. A few are the same in both languages. */
const TRANSLATED_MIN = 0.9;
/** Returns true for text with a space and a word, unlike `x UTC`. */
const isSentence = (text: string): boolean => text.includes(' ') && /[a-z]{2}/.test(text);
/** Returns true for a string that the pages compare or follow, and that has to stay: a name of a field, or a link. */
const isCode = ({ path, value }: TableString): boolean =>
	path.endsWith('.href') || /^[a-z]+(?:_[a-z]+)+$/.test(value);

const files = globSync('**/{text,*-text}.ts', { cwd: SOURCES }).toSorted();
const twinOf = (file: string) => file.replace(/\.ts$/, '.es.ts');
const read = (file: string): Promise<Readonly<Record<string, unknown>>> => import(join(SOURCES, file));

/** Describes each member in depth: its path, and for a function the number of its parameters. */
function shape(value: unknown, path: string): readonly string[] {
	if (typeof value === 'function') return [`${path}(${value.length})`];
	return typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, member]) => shape(member, `${path}.${key}`))
		: [`${path}: ${typeof value}`];
}

test('every text table is found', () => {
	expect(files).toContain('opportunities/panel-text.ts');
	expect(files.length).toBeGreaterThan(17);
});

describe.each(files)('%s', (file) => {
	test('has a twin', () => {
		expect(existsSync(join(SOURCES, twinOf(file)))).toBe(true);
	});

	test('has the same members as its twin', async () => {
		const [table, twin] = await Promise.all([read(file), read(twinOf(file))]);
		expect(shape(twin, '').toSorted()).toEqual(shape(table, '').toSorted());
	});

	test('is translated, apart from its codes', async () => {
		const [table, twin] = await Promise.all([read(file), read(twinOf(file))]);
		const spanish = new Map(tableStrings(twin).map(({ path, value }) => [path, value]));
		const english = tableStrings(table);
		const sentences = english.filter(({ value }) => isSentence(value));
		const same = sentences.filter(({ path, value }) => spanish.get(path) === value);
		expect(same.length, JSON.stringify(same)).toBeLessThanOrEqual((1 - TRANSLATED_MIN) * sentences.length);
		const codes = english.filter(isCode);
		expect(codes.filter(({ path, value }) => spanish.get(path) !== value)).toEqual([]);
	});
});
