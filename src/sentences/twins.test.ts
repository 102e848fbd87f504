/** Checks that each table of sentences has a twin in Spanish, and that the pages know each table. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SentenceTable } from './sentence.ts';
import { SPANISH } from './spanish.ts';

const FOLDER = import.meta.dirname;
const CATALOGUE = join(FOLDER, '../../dashboard/src/language/catalogue.ts');
/** Files without a table. */
const SHARED: readonly string[] = ['comparison.ts', 'sentence.ts', 'spanish.ts', 'translated.ts'];
const groups = readdirSync(FOLDER)
	.filter((name) => /^[a-z-]+\.ts$/.test(name) && !SHARED.includes(name))
	.map((name) => name.slice(0, -3));

/** Returns the tables that a file exports, by name. */
async function tablesOf(file: string): Promise<Readonly<Record<string, SentenceTable>>> {
	return (await import(`./${file}.ts`)) as Readonly<Record<string, SentenceTable>>;
}

test('tables are found', () => {
	expect(groups.length).toBeGreaterThan(0);
});

test.each(groups)('%s has the same sentences in Spanish', async (group) => {
	const [english, spanish] = [await tablesOf(group), await tablesOf(`${group}.es`)];
	const names = (tables: Readonly<Record<string, SentenceTable>>) =>
		Object.entries(tables).flatMap(([table, sentences]) =>
			Object.keys(sentences).map((name) => `${table}.${name}`),
		);
	expect(names(english).length).toBeGreaterThan(0);
	expect(names(spanish)).toEqual(names(english));
});

test.each(groups)('the pages know %s', (group) => {
	expect(readFileSync(CATALOGUE, 'utf8')).toContain(`src/sentences/${group}.ts`);
});

test.each(groups)("the service's pages know the Spanish %s", async (group) => {
	for (const [name, table] of Object.entries(await tablesOf(`${group}.es`)))
		expect(SPANISH[name]).toBe(table);
});
