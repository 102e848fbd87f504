import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { VitestReport } from './test-projects.ts';
import { CAPABILITIES, VENUE_LACKS } from './venue-capabilities.ts';
import { judgeVenueRun, VENUE_PAGE, venueFaults, venuePage, venueResults } from './venue-table.ts';

type Case = readonly [venue: string, title: string, status?: string];

function reportOf(cases: readonly Case[]): VitestReport {
	return {
		numPassedTests: cases.length,
		numFailedTests: 0,
		numPendingTests: 0,
		numTodoTests: 0,
		success: true,
		testResults: [
			{
				name: 'orders.test.ts',
				status: 'passed',
				assertionResults: cases.map(([venue, title, status = 'passed']) => ({
					status,
					title,
					ancestorTitles: [venue],
					fullName: `${venue} ${title}`,
				})),
			},
		],
	};
}

/** Returns one passed case for every capability that the venue does not lack. */
function allOf(venue: string): Case[] {
	return Object.keys(CAPABILITIES)
		.filter((name) => VENUE_LACKS[venue]?.[name as keyof typeof CAPABILITIES] === undefined)
		.map((name): Case => [venue, `${name}: it works`]);
}

const whole = Object.keys(VENUE_LACKS).flatMap(allOf);

describe('the table of venues', () => {
	test('accepts a whole run, and names every capability and reason on its page', () => {
		const results = venueResults(reportOf([...whole, ['bybit', 'fees: again'], ['bybit', 'no capability']]));
		expect(venueFaults(results)).toEqual([]);
		const page = venuePage(results);
		expect(page).toContain('| fees | yes (2) |');
		for (const name of Object.keys(CAPABILITIES)) expect(page).toContain(`\n| ${name} | `);
		for (const reasons of Object.values(VENUE_LACKS))
			for (const reason of Object.values(reasons)) expect(page).toContain(reason);
	});

	test('reports a capability without a case or with a failed case', () => {
		const without = whole.filter(([venue, title]) => venue !== 'bybit' || !title.startsWith('fees: '));
		const sentence = 'bybit: no case proves “fees”, and no reason is stated.';
		expect(venueFaults(venueResults(reportOf(without)))).toEqual([sentence]);
		const failed: Case[] = [...whole, ['bybit', 'fees: fails', 'failed']];
		expect(venueFaults(venueResults(reportOf(failed)))).toEqual([sentence]);
	});

	test('reports a reason beside a proof, a venue without a run, and a missing run', () => {
		const proven: Case[] = [...whole, ['bybit', 'transfers: reported after all']];
		expect(venueFaults(venueResults(reportOf(proven)))).toEqual([
			'bybit: “transfers” is proven, yet a reason is stated why it is lacking.',
		]);
		const others = whole.filter(([venue]) => venue !== 'kucoin');
		expect(venueFaults(venueResults(reportOf(others)))).toEqual([
			'kucoin: reasons are stated, and the suite has no such venue.',
		]);
		expect(venueFaults(venueResults(reportOf([])))[0]).toBe('The venue suite ran no case of any capability.');
	});

	test('reports a page that differs from the run', () => {
		const docs = mkdtempSync(join(tmpdir(), 'carrywire-venues-'));
		try {
			const differs = ['docs/venues.md differs from the run; npm run venues writes it.'];
			expect(judgeVenueRun(reportOf(whole), docs)).toEqual(differs);
			writeFileSync(join(docs, VENUE_PAGE), venuePage(venueResults(reportOf(whole))));
			expect(judgeVenueRun(reportOf(whole), docs)).toEqual([]);
			expect(judgeVenueRun(reportOf([...whole, ['kucoin', 'fees: more']]), docs)).toEqual(differs);
		} finally {
			rmSync(docs, { recursive: true, force: true });
		}
	});
});
