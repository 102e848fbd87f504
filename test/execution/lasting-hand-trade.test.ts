/** Checks that a manual trade that is not reversed raises attention once, and that the attention stays. */
import { expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import { createTradingFixture } from '../support/trading-fixture.ts';

test('agreement of the other exchange does not clear the attention', async () => {
	const fixture = createTradingFixture(9);
	fixture.feed('SOL');
	const { executionId: id } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
	await fixture.pass(1_000);
	fixture.bybit.tradeByHand('SOLUSDT', parseDecimal('2'), fromInteger(100));
	for (let seconds = 0; seconds < 1_500; seconds += 4) await fixture.passFed(4_000, 'SOL');
	expect(fixture.driver.state(id)?.attentionKind).toBe('hand');
	const types = (await fixture.journal.readExecution(id)).map(({ event }) => event.type);
	expect(types.filter((type) => type.startsWith('Attention'))).toEqual(['AttentionRaised']);
	// Once the trade is reversed and both exchanges have matched the journal for ten minutes, the attention clears.
	fixture.bybit.tradeByHand('SOLUSDT', parseDecimal('-2'), fromInteger(100));
	for (let seconds = 0; seconds < 700; seconds += 4) await fixture.passFed(4_000, 'SOL');
	expect(fixture.driver.state(id)?.attention).toBeNull();
});
