import { describe, expect, test } from 'vitest';
import type { Fact } from '../ports/exchange-oauth.ts';
import { VENUE_NAMES } from './facts.ts';
import { EXCHANGE_OAUTH_TABLE } from './modules.ts';

const rows = Object.entries(EXCHANGE_OAUTH_TABLE);

function factsOf(row: object): [string, Fact<unknown>][] {
	return Object.entries(row).filter(
		(entry): entry is [string, Fact<unknown>] =>
			typeof entry[1] === 'object' && entry[1] !== null && 'verified' in entry[1],
	);
}

/** Collects every URL in a fact. */
function urlsIn(value: unknown): string[] {
	if (typeof value === 'string') return /^[a-z]+:\/\//.test(value) ? [value] : [];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : [];
}

describe.each(rows)('the row of %s', (_venue, row) => {
	test('names a page and a date for its facts, and a source for each unverified one', () => {
		expect(row.page).toMatch(/^https:\/\//);
		expect(row.readOn).toMatch(/^20\d\d-\d\d-\d\d$/);
		const facts = factsOf(row);
		expect(facts.length).toBeGreaterThan(0);
		for (const [name, { verified, note }] of facts)
			expect(verified === 'documented' || (note ?? '') !== '', name).toBe(true);
	});

	test('names only https URLs without a query', () => {
		const urls = factsOf(row).flatMap(([, { value }]) => urlsIn(value));
		if (row.result !== 'manual_key') expect(urls.length).toBeGreaterThan(1);
		for (const url of urls) {
			expect(new URL(url).protocol).toBe('https:');
			expect(new URL(url).search + new URL(url).hash).toBe('');
		}
	});
});

test('every traded exchange has a row', () => {
	for (const venue of VENUE_NAMES) expect(EXCHANGE_OAUTH_TABLE[venue], venue).toBeDefined();
});
