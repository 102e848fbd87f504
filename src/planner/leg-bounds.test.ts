import { expect, test } from 'vitest';
import { HOUR_MS } from '../domain/funding.ts';
import { isSqueeze, type LegFacts, legBounds, SQUEEZE_HOLD_MS } from './leg-bounds.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const names = (exchange: string) => exchange.toUpperCase();

function boundsOf(facts: Partial<LegFacts>) {
	const free: LegFacts = {
		coin: 'ONDO',
		exchange: 'bybit',
		held: -500,
		isTradable: true,
		isDelisting: false,
		isExcluded: false,
		adlRank: null,
		historyDays: 400,
		squeezedAt: null,
		hasForecast: true,
		sizeMax: Infinity,
	};
	const { low, high, reason } = legBounds({ ...free, ...facts }, NOW, names);
	return [low, high, reason?.text ?? null];
}

test('leaves a leg free', () => {
	expect(boundsOf({})).toEqual([-Infinity, Infinity, null]);
});

test('fixes a leg that cannot be traded', () => {
	expect(boundsOf({ isTradable: false, isDelisting: true })).toEqual([
		-500,
		-500,
		'ONDO cannot be traded on BYBIT now.',
	]);
});

test('closes a leg at a delisting notice', () => {
	expect(boundsOf({ isDelisting: true })).toEqual([0, 0, 'BYBIT delists ONDO, so the plan closes this leg.']);
});

test('enlarges no position near the front of the queue for auto-deleveraging, and leaves exits free', () => {
	expect(boundsOf({ adlRank: 0.8 })).toEqual([
		-500,
		0,
		'BYBIT may soon close ONDO there by auto-deleveraging, so the plan does not enlarge it.',
	]);
	expect(boundsOf({ adlRank: 0.6 })).toEqual([-Infinity, Infinity, null]);
});

test('opens nothing for 24 hours after a squeeze, and leaves exits free', () => {
	const squeezedAt = NOW - SQUEEZE_HOLD_MS + HOUR_MS;
	expect(boundsOf({ squeezedAt })).toEqual([
		-500,
		0,
		'ONDO was squeezed. The plan opens nothing in it until 28 Nov, 13:00 UTC.',
	]);
	expect(boundsOf({ squeezedAt: NOW - SQUEEZE_HOLD_MS })).toEqual([-Infinity, Infinity, null]);
});

test('opens no leg without 30 days of history, without a forecast, or that the pot excludes', () => {
	expect(boundsOf({ historyDays: 29.9, held: 200 })).toEqual([
		0,
		200,
		'ONDO on BYBIT has 29 days of funding history; the plan opens only coins with 30.',
	]);
	expect(boundsOf({ hasForecast: false })).toEqual([
		-500,
		0,
		'There is no forecast for ONDO on BYBIT, so the plan opens nothing there.',
	]);
	expect(boundsOf({ isExcluded: true, held: 0 })).toEqual([0, 0, 'The pot opens nothing in ONDO on BYBIT.']);
});

test('keeps a leg within the size that the order book carries, but forces no exit', () => {
	const reason = 'The order book of ONDO on BYBIT carries at most 300.00 USD.';
	expect(boundsOf({ sizeMax: 300 })).toEqual([-500, 300, reason]);
	expect(boundsOf({ sizeMax: 300, held: 100 })).toEqual([-300, 300, reason]);
});

test('recognizes a squeeze by the funding cap or by the price', () => {
	expect(isSqueeze(-0.02, 0.02, 0)).toBe(true);
	expect(isSqueeze(0.019, 0.02, 0.1)).toBe(false);
	expect(isSqueeze(0.5, null, -0.101)).toBe(true);
});
