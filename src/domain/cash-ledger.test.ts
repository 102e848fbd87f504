import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cashParts } from './cash-ledger.ts';
import { abs, type Decimal, mulDown, parseDecimal, sub, sum } from './decimal.ts';

const PARTS = ['entryFees', 'exitFees', 'entrySlippage', 'exitSlippage', 'basis'] as const;
/** One unit of the eighth decimal place. */
const STEP = parseDecimal('0.00000001');
/** Fractions of notional with up to the maximum number of decimal places. Negative costs are gains. */
const shares = fc
	.bigInt({ min: -50_000_000_000_000_000n, max: 50_000_000_000_000_000n })
	.map((units) => units as Decimal);
const perhaps = fc.option(shares, { freq: 9 });
const quantities = fc.bigInt({ min: 1n, max: 10n ** 24n }).map((units) => units as Decimal);
const mids = fc.bigInt({ min: 10n ** 12n, max: 10n ** 23n }).map((units) => units as Decimal);

const costs = fc.record({
	entryFees: perhaps,
	exitFees: perhaps,
	entrySlippage: perhaps,
	exitSlippage: perhaps,
	basis: perhaps,
});

function netOf(carry: Decimal | null, parts: Record<(typeof PARTS)[number], Decimal | null>) {
	const known = PARTS.map((part) => parts[part]).filter((part) => part !== null);
	const total = known.length === PARTS.length ? sum(known) : null;
	return { expectedCarry: carry, cost: { ...parts, total } };
}

describe('the cost ledger in USD', () => {
	test('adds up to the digit, and rounds each part against the trader', () => {
		fc.assert(
			fc.property(quantities, mids, perhaps, costs, (quantity, mid, carry, parts) => {
				const net = netOf(carry, parts);
				const cash = cashParts(quantity, mid, net);
				if (cash === null) throw new Error('coins without USD');
				const worth = sub(mulDown(quantity, mid), cash.legNotional);
				expect(worth >= 0n && worth < STEP).toBe(true);
				for (const part of PARTS) {
					const share = parts[part];
					const usd = cash[part];
					if (share === null || usd === null) {
						expect(usd).toBe(share);
						continue;
					}
					const roundedBy = sub(usd, mulDown(share, cash.legNotional));
					expect(roundedBy >= 0n && roundedBy <= STEP).toBe(true);
				}
				const known = PARTS.map((part) => cash[part]).filter((part) => part !== null);
				expect(cash.total).toBe(known.length === PARTS.length ? sum(known) : null);
				const lost =
					carry === null
						? null
						: sub(mulDown(carry, cash.legNotional), cash.expectedCarry ?? (0n as Decimal));
				expect(lost === null ? cash.expectedCarry === null : lost >= 0n && lost < STEP).toBe(true);
				const isKnown = cash.expectedCarry !== null && cash.total !== null;
				expect(cash.expectedNet).toBe(
					isKnown ? sub(cash.expectedCarry as Decimal, cash.total as Decimal) : null,
				);
			}),
		);
	});

	test('keeps the total within the rounding of five parts of the stated share', () => {
		fc.assert(
			fc.property(quantities, mids, shares, costs, (quantity, mid, carry, parts) => {
				const net = netOf(carry, parts);
				const cash = cashParts(quantity, mid, net);
				if (cash?.total == null || net.cost.total === null) return;
				expect(abs(sub(cash.total, mulDown(net.cost.total, cash.legNotional))) <= 6n * STEP).toBe(true);
			}),
		);
	});

	test('returns nothing for a zero quantity', () => {
		const nothing = parseDecimal('0');
		const parts = {
			entryFees: null,
			exitFees: null,
			entrySlippage: null,
			exitSlippage: null,
			basis: null,
		};
		expect(cashParts(nothing, parseDecimal('100'), netOf(null, parts))).toBeNull();
	});
});
