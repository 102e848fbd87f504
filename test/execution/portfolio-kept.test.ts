/**
 * Checks that cached parts of the portfolio change no byte of a response, whatever happens to the execution and the
 * market.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { executionRecord } from '../../src/api/rpc/portfolio-record.ts';
import { type Decimal, parseDecimal } from '../../src/domain/decimal.ts';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import type { TradingMode } from '../../src/domain/trading-mode.ts';
import { type LegFacts, portfolioExecution } from '../../src/portfolio/execution-record.ts';
import { createHistory, historyStep } from '../support/drawn-history.ts';

const CENT = parseDecimal('0.01');

/** Mark prices of both legs in cents (0 means unknown), and the trading mode in the response. */
type Asked = { readonly marks: readonly [number, number]; readonly mode: TradingMode };

const asked: fc.Arbitrary<Asked> = fc.record({
	marks: fc.tuple(fc.nat(30_000), fc.nat(30_000)),
	mode: fc.constantFrom<TradingMode>('live', 'simulated'),
});

test('an answer from cached parts equals one from a freshly folded execution', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(historyStep, asked), { minLength: 1, maxLength: 30 }), (drawn) => {
			const history = createHistory();
			for (const [step, question] of drawn) {
				history.take(step);
				// The cache holds nothing for these new objects.
				const plain = foldExecution(structuredClone(history.rows));
				expect(answer(history.state(), question, history.now())).toBe(answer(plain, question, history.now()));
			}
		}),
		{ numRuns: 300 },
	);
});

function answer(state: ExecutionState, { marks: [long, short], mode }: Asked, now: number): string {
	const facts = { long: factsOf(long, now), short: factsOf(short, now) };
	const expected = { remaining: { carry: long / 1e6 }, outlook: undefined };
	return encodeExactJson(executionRecord(portfolioExecution(state, facts, expected, now, [], null), mode));
}

function factsOf(mark: number, now: number): LegFacts {
	return {
		mark: mark === 0 ? null : ((BigInt(mark) * CENT) as Decimal),
		nextSettlementAt: mark % 2 === 0 ? null : now + mark,
		position: undefined,
		readAt: now,
		agrees: mark % 3 === 0,
	};
}
