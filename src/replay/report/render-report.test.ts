import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOSTILE_TEXT, hostileResult } from '../../../test/support/hostile-result.ts';
import { DRAWN_FROM, drawReplayResult } from '../../../test/support/replay-result.ts';
import { DAY_MS } from '../../domain/funding.ts';
import { signedUsd } from './figures.ts';
import { REPORT_BYTES_MAX, renderReport } from './render-report.ts';
import type { ReplayResult } from './result.ts';

const YEAR = drawReplayResult({ seed: 1, days: 365, positions: 200, events: 60 });
const SHORT = drawReplayResult({ seed: 2, days: 40, positions: 12, events: 3 });
const EMPTY: ReplayResult = {
	...drawReplayResult({ seed: 3, days: 20, positions: 0, events: 0 }),
	honesty: { verdict: 'none', oneStepLate: null },
	...{ transfers: [], refusals: [], comparisons: [], assumptions: [], notKnown: [] },
};
const yearPage = renderReport(YEAR);
const shortPage = renderReport(SHORT);

function bytesOf(text: string): number {
	return new TextEncoder().encode(text).length;
}

/** The text that a reader sees, without tags, styles and scripts. */
function shownText(page: string): string {
	return page
		.replace(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, ' ')
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ');
}

describe('the size of a report', () => {
	test('is below 1.5 MB for a year of hourly funding with 200 positions, and says what is thinned', () => {
		expect(bytesOf(yearPage)).toBeLessThan(REPORT_BYTES_MAX);
		expect(shownText(yearPage)).toContain('The charts have one point per 9 h');
		expect(shownText(yearPage)).toMatch(/A journal shows at most \d+ events/);
		expect(yearPage.match(/<details class="position">/g)).toHaveLength(200);
	});

	test('is below 1.5 MB for thousands of positions, and says how many are left out', () => {
		const page = renderReport(drawReplayResult({ seed: 5, days: 90, positions: 3_000, events: 20 }));
		expect(bytesOf(page)).toBeLessThan(REPORT_BYTES_MAX);
		expect(shownText(page)).toMatch(
			/The 600 positions with the largest profits and losses are shown; 2,400 others/,
		);
	});

	test('thins nothing in a short replay', () => {
		expect(shownText(shortPage)).not.toMatch(/one point per|at most \d+ events|left out/);
		for (const { sentence } of SHORT.positions.flatMap(({ events }) => events))
			expect(shortPage).toContain(sentence);
	});
});

describe('the page of a report', () => {
	test('loads nothing: no address in any attribute, style or request', () => {
		const attributes = [...yearPage.matchAll(/\s(?:src|href|action|data|srcset|poster)="([^"]*)"/g)];
		expect(attributes.length).toBeGreaterThan(5);
		expect(attributes.filter(([, value]) => !value?.startsWith('#'))).toEqual([]);
		expect(yearPage).not.toMatch(/url\(|@import|<link|<iframe|<base|\bfetch\(|XMLHttpRequest|WebSocket/);
	});

	test('permits by its policy exactly the styles and scripts that it embeds', () => {
		const policy = yearPage.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1] ?? '';
		const hashOf = (text: string): string =>
			`&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`;
		const embedded = [...yearPage.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)].map(
			([, , text]) => text ?? '',
		);
		expect(embedded).toHaveLength(3);
		for (const text of embedded) expect(policy).toContain(hashOf(text));
		expect(policy).toContain('default-src &#39;none&#39;');
		expect(policy).not.toContain('unsafe');
		expect(yearPage).not.toMatch(/<[^>]*\s(?:style|on[a-z]+)=/);
	});

	test('has every section, linked from the navigation', () => {
		const ids = [...yearPage.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);
		const links = [...yearPage.matchAll(/<a href="#(\w+)"/g)].map(([, id]) => id);
		expect(ids).toEqual(links);
		expect(ids).toHaveLength(13);
	});

	test('is the same for equal results', () => {
		expect(renderReport(structuredClone(YEAR))).toBe(yearPage);
	});

	test('shows the parts, the comparisons, the honesty test and the command', () => {
		const text = shownText(shortPage);
		const { outcome, honesty } = SHORT;
		for (const part of Object.values(outcome.parts)) expect(text).toContain(signedUsd(part));
		for (const shown of [
			'Cash',
			'30-day rule',
			'Highest headline spread',
			'Not known: the data have no spot prices.',
		])
			expect(text).toContain(shown);
		expect(text).toContain(signedUsd(honesty.oneStepLate?.outcome.parts.net ?? null));
		expect(text).toContain('Acting 1 h later');
		expect(text).toContain(SHORT.command);
		for (const hash of [SHORT.data.hash, SHORT.service.codeHash]) expect(text).toContain(hash);
	});

	test('escapes every text of the data', () => {
		const page = renderReport(hostileResult(SHORT));
		expect(page).not.toContain(HOSTILE_TEXT);
		expect(page).not.toMatch(/<img/);
		expect(page.match(/<script[\s>]/g)).toHaveLength(3);
		expect(page).toContain('&lt;img src=x onerror=&quot;globalThis.hasRun = true&quot;&gt;');
	});
});

describe('the banners of a report', () => {
	test('mark a partial result first, with its end and its reason', () => {
		const playedUntil = DRAWN_FROM + 12 * DAY_MS;
		const page = renderReport({ ...SHORT, status: 'partial', statusReason: 'You canceled it.', playedUntil });
		const text = shownText(page);
		expect(text).toMatch(
			/Partial result\. It covers 1 Sep 2025, 00:00 until 13 Sep 2025, 00:00 UTC, not until 11 Oct 2025, 00:00\. You canceled it\./,
		);
		expect(page.indexOf('Partial result.')).toBeLessThan(page.indexOf('<main>'));
		expect(shownText(shortPage)).not.toContain('Partial result');
	});

	test('say that a replay without trades shows nothing', () => {
		const text = shownText(renderReport(EMPTY));
		expect(text).toContain('Without trades there is no evidence');
		for (const none of ['No position was opened.', 'The service refused nothing.', 'Every figure is known.'])
			expect(text).toContain(none);
	});

	test('mark a fragile result and one that contradicts itself', () => {
		const fragile = { ...SHORT, honesty: { ...SHORT.honesty, verdict: 'fragile' as const } };
		expect(shownText(renderReport(fragile))).toContain('one step later loses more than half of the net');
		const parts = { ...SHORT.outcome.parts, net: SHORT.outcome.parts.net + 5 };
		const wrong = renderReport({ ...SHORT, outcome: { ...SHORT.outcome, parts } });
		expect(shownText(wrong)).toContain('This result contradicts itself.');
	});
});

test('renders a replay that was canceled before its first step', () => {
	const none = { ...SHORT.columns, at: [], equity: [], exposure: [], idle: [], exchanges: [] };
	const page = renderReport({
		...{ ...EMPTY, columns: none, status: 'partial', statusReason: 'You canceled it.' },
		playedUntil: EMPTY.settings.from,
	});
	expect(shownText(page)).toContain('No state of the portfolio was recorded.');
	expect(page).not.toContain('class="plot"');
	expect(shownText(page)).not.toMatch(/NaN|Infinity|undefined/);
});

test('shows only the named squeezes of the span', () => {
	const year = shownText(yearPage);
	for (const name of ['10–11 Oct 2025', 'INJ, Feb 2026', 'TON delisted, Jun 2026'])
		expect(year).toContain(name);
	expect(shownText(shortPage)).toContain('10–11 Oct 2025');
	expect(shownText(shortPage)).not.toContain('INJ, Feb 2026');
});

test('says that the price basis is not known at grade C', () => {
	const without = (parts: ReplayResult['outcome']['parts']) => ({
		...{ ...parts, basis: null, net: parts.net - (parts.basis ?? 0) },
	});
	const result: ReplayResult = {
		...SHORT,
		outcome: { ...SHORT.outcome, parts: without(SHORT.outcome.parts) },
		positions: SHORT.positions.map((position) => ({ ...position, parts: without(position.parts) })),
	};
	const text = shownText(renderReport(result));
	expect(text).toContain('the price basis is not known and the net excludes it');
	expect(text).not.toContain('contradicts itself');
});
