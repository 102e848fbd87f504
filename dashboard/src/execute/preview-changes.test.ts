import { expect, test } from 'vitest';
import { previewRecord } from '../../../src/api/rpc/execute-record.ts';
import { fromInteger } from '../../../src/domain/decimal.ts';
import { inMemoryPreview } from '../../../test/rpc/in-memory-preview.ts';
import { differenceReason } from './amount-difference.ts';
import { needsAcceptance, type Preview, previewChanges } from './preview-changes.ts';

type Change = {
	readonly net?: number | null;
	readonly costs?: number | null;
	readonly verdict?: Preview['costs']['verdict'];
	readonly quantity?: number;
	readonly planned?: number;
	readonly mode?: Preview['plan']['mode'];
	readonly children?: number;
	readonly isPassed?: boolean;
};

const REQUEST = { amount: fromInteger(1_000), leverage: fromInteger(1) } as Parameters<
	typeof inMemoryPreview
>[0];
const BASE = JSON.parse(
	JSON.stringify(previewRecord(inMemoryPreview(REQUEST), 'simulated'), (_, value) =>
		typeof value === 'bigint' ? Number(value) / 1e18 : value,
	),
) as Preview;

/** Bounds are 0.05 % from the costs and the net, as the service sets them. */
function preview({
	net = 0.02,
	costs = 0.003,
	verdict = 'trade',
	quantity = 220,
	planned = 990,
	mode = 'single-direct',
	children = 1,
	isPassed = true,
}: Change = {}): Preview {
	const check = { check: 'collar_long', value: '1', limit: '2', message: '' };
	return {
		...BASE,
		costs: { ...BASE.costs, verdict, expected_net: net, cost: { ...BASE.costs.cost, total: costs } },
		plan: { ...BASE.plan, mode, children, quantity, planned_amount: planned },
		checks: [{ ...check, passed: isPassed }],
		bounds: {
			...BASE.bounds,
			max_total_cost: costs === null ? null : costs + 0.0005,
			min_expected_net: net === null ? null : net - 0.0005,
		},
	};
}

const lines = (before: Change, after: Change) =>
	previewChanges(preview(before), preview(after), 'FIL').map(
		({ name, before: old, after: now, isWorse }) => `${name}: ${old} → ${now}${isWorse ? ', worse' : ''}`,
	);

test.each<[Change, Change, readonly string[]]>([
	[{}, {}, []],
	[{ net: 0.02001 }, { net: 0.02002 }, []],
	[{ net: 0.02 }, { net: 0.0189 }, ['Expected net: +2.00 % → +1.89 %, worse']],
	[{ net: 0.02 }, { net: 0.021 }, ['Expected net: +2.00 % → +2.10 %']],
	[{ net: 0.02 }, { net: null }, ['Expected net: +2.00 % → —, worse']],
	[{ costs: 0.003 }, { costs: 0.0035 }, ['Costs: 0.30 % → 0.35 %, worse']],
	[{ costs: 0.003 }, { costs: null }, ['Costs: 0.30 % → —, worse']],
	[{}, { verdict: 'no_trade' }, ['Verdict: Trade → No trade, worse']],
	[{}, { quantity: 210 }, ['Quantity: 220 FIL → 210 FIL, worse']],
	[{}, { planned: 995 }, []],
	[{}, { planned: 900 }, ['Amount: 990.00 USD → 900.00 USD']],
	[{}, { mode: 'grid', children: 4 }, ['Orders: Both at once, 1 slice → Grid of slices, 4 slices']],
	[{}, { isPassed: false }, ['Collar, long leg: passed → failed, worse']],
	[{ isPassed: false }, {}, ['Collar, long leg: failed → passed']],
])('compares %o with %o', (before, after, expected) => {
	expect(lines(before, after)).toEqual(expected);
});

test.each<[string, Change, boolean]>([
	['the same figures', {}, false],
	['figures inside the limits', { net: 0.0196, costs: 0.0034 }, false],
	['a net below its limit', { net: 0.0194 }, true],
	['an unknown net', { net: null }, true],
	['costs above their limit', { costs: 0.0036 }, true],
	['unknown costs', { costs: null }, true],
	['a verdict against the trade', { verdict: 'no_trade' }, true],
	['another quantity', { quantity: 230 }, true],
	['another number of slices', { children: 2 }, true],
])('asks for acceptance of %s: %s', (_, after, expected) => {
	expect(needsAcceptance(preview(), preview(after))).toBe(expected);
});

test('compares with the accepted preview, not with the previous one', () => {
	const accepted = preview({ net: 0.02 });
	expect(needsAcceptance(accepted, preview({ net: 0.0197 }))).toBe(false);
	expect(needsAcceptance(accepted, preview({ net: 0.0194 }))).toBe(true);
});

test.each([
	['EXCHANGE_LOT', 'kucoin', 'KuCoin: whole lots of 10 FIL only. The next larger amount is 1,040.54 USD.'],
	[
		'EXCHANGE_LOT',
		null,
		'Both exchanges: whole lots of 10 FIL only. The next larger amount is 1,040.54 USD.',
	],
	[
		'COMMON_LOT',
		null,
		'Lots: KuCoin 2 FIL, Bybit 5 FIL; both fit 10 FIL. The next larger amount is 1,040.54 USD.',
	],
	['PRICE_GAP', null, 'The same quantity costs less on the other exchange.'],
] as const)('explains %s of %s', (code, exchange, sentence) => {
	const difference = {
		code,
		exchange,
		amount: 5,
		lot: 10,
		long_lot: 2,
		short_lot: 5,
		next_amount: 1_040.541,
	};
	const shown = { ...preview(), plan: { ...preview().plan, amount_difference: difference } };
	expect(differenceReason(shown, 'FIL')).toBe(sentence);
	expect(differenceReason(preview(), 'FIL')).toBeUndefined();
});
