/**
 * Tests an agent's rights. Its caps count only its own executions. It can command only its own executions, repeat
 * only its own calls and use only its own previews.
 */

import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { type Decimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import type {
	AgentCaps,
	Asker,
	CallingAgent,
	ExecuteAnswer,
	ExecuteRequest,
	PreviewAnswer,
} from '../../src/ports/order-service.ts';
import { agentWith, asker } from '../support/agents.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const usd = (text: string): Decimal => parseDecimal(text);
const COINS = ['SOL', 'BTC', 'ETH', 'XRP', 'ADA', 'DOT', 'LTC', 'TRX', 'UNI', 'TON'];
const OWNER = asker();
/** Half an hour before the end of a UTC day. */
const LATE = Date.UTC(2026, 10, 21, 23, 30);

function newFixture(startAt?: number): TradingFixture {
	const fixture = createTradingFixture(20_261_201, {
		executionsOpenMax: 20,
		...(startAt === undefined ? {} : { startAt }),
	});
	for (const coin of COINS) fixture.feed(coin);
	return fixture;
}

type Change = Partial<ExecuteRequest> & { readonly coin?: string };

const execute = (fixture: TradingFixture, { coin = 'SOL', ...change }: Change) =>
	fixture.execute({ opportunityId: fixture.feed(coin), ...change });

async function answered(fixture: TradingFixture, change: Change): Promise<ExecuteAnswer> {
	return (await fixture.settled(execute(fixture, change))) as ExecuteAnswer;
}

async function opened(fixture: TradingFixture, change: Change): Promise<string> {
	const { executionId: id } = await answered(fixture, change);
	for (let waited = 0; fixture.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
		await fixture.pass(50);
	expect(fixture.driver.state(id)?.phase).toBe('running');
	return id;
}

async function refusalOf(fixture: TradingFixture, call: Promise<unknown>): Promise<CarrywireError> {
	const [result] = await fixture.settled(Promise.allSettled([call]));
	if (result?.status !== 'rejected') throw new Error('The call was not refused.');
	return result.reason as CarrywireError;
}

async function closed(fixture: TradingFixture, id: string, by: Asker = OWNER): Promise<void> {
	const terms = { ...by, executionId: id, maxSlippageBps: undefined, share: fromInteger(1) };
	expect((await fixture.settled(fixture.orderService.close(terms))).status).toBe('closed');
}

/** For each simultaneous call, returns `opened` or the name of the failed check. */
async function outcomesOf(fixture: TradingFixture, calls: readonly Promise<unknown>[]): Promise<string[]> {
	const results = await fixture.settled(Promise.allSettled(calls));
	return results.map((result) =>
		result.status === 'fulfilled' ? 'opened' : String((result.reason as CarrywireError).facts.check),
	);
}

describe('a cap', () => {
	const cases: readonly (readonly [
		cap: string,
		caps: Partial<AgentCaps>,
		before: readonly string[],
		amount: string,
		check: string | undefined,
	])[] = [
		['on the amount', { amountMax: usd('1000') }, [], '999.99', undefined],
		['on the amount', { amountMax: usd('1000') }, [], '1000', undefined],
		['on the amount', { amountMax: usd('1000') }, [], '1000.01', 'cap_amount'],
		['on the open amount', { openAmountMax: usd('2000') }, ['BTC'], '999.99', undefined],
		['on the open amount', { openAmountMax: usd('2000') }, ['BTC'], '1000', undefined],
		['on the open amount', { openAmountMax: usd('2000') }, ['BTC'], '1000.01', 'cap_open_amount'],
		['on pairs', { pairs: ['bybit-kucoin'] }, [], '1000', undefined],
		['on pairs', { pairs: ['binance-okx', 'bybit-okx'] }, [], '1000', 'cap_pairs'],
		['on pairs', { pairs: [] }, [], '1000', 'cap_pairs'],
		['on executions a day', { executionsPerDay: 3 }, ['BTC'], '1000', undefined],
		['on executions a day', { executionsPerDay: 2 }, ['BTC'], '1000', undefined],
		['on executions a day', { executionsPerDay: 1 }, ['BTC'], '1000', 'cap_executions_per_day'],
		['on executions a day', { executionsPerDay: 0 }, [], '1000', 'cap_executions_per_day'],
		['on the verdict', { mustBeTrade: false }, [], '1000', undefined],
		['on the verdict', { mustBeTrade: true }, [], '1000', 'verdict'],
	];

	test.each(cases)(
		'%s of %o, with %o open, requesting %s USD: %s',
		async (_cap, caps, before, amount, check) => {
			const fixture = newFixture();
			const agent = agentWith(caps);
			for (const coin of before) await opened(fixture, { coin, agent });
			if (check === undefined) {
				await opened(fixture, { agent, amount: usd(amount) });
				return;
			}
			const sent = fixture.bybit.sentCount();
			const refused = await refusalOf(fixture, execute(fixture, { agent, amount: usd(amount) }));
			expect([refused.code, refused.facts.check]).toEqual([
				check === 'verdict' ? 'NO_TRADE' : 'RISK_LIMIT',
				check,
			]);
			expect(fixture.bybit.sentCount()).toBe(sent);
			expect(await fixture.journal.openExecutions()).toHaveLength(before.length);
		},
	);

	test('a cap on the verdict admits the verdict trade', async () => {
		const fixture = newFixture();
		const eight = 8 * HOUR_MS;
		const last = Math.floor(fixture.clock.now() / eight) * eight;
		for (const [venue, rate] of [
			['bybit', '0.0001'],
			['kucoin', '0.0009'],
		] as const)
			fixture.history.put(
				venue,
				fixture.instrument(venue, 'SOL').symbol,
				Array.from({ length: 200 }, (_, back) => ({ settledAt: last - back * eight, rate: usd(rate) })),
			);
		// The possible cost of a change in the price basis is known only after some observations.
		for (let second = 0; second < 60; second += 1) {
			fixture.feed('SOL');
			await fixture.pass(1_000);
		}
		await opened(fixture, { agent: agentWith({ mustBeTrade: true }) });
	});

	test('counts the agent’s own executions alone, and the owner and other agents do not count them', async () => {
		const fixture = newFixture();
		const caps = { openAmountMax: usd('1000'), executionsPerDay: 1 };
		const [first, second] = [agentWith(caps, 'agent_1'), agentWith(caps, 'agent_2')];
		await opened(fixture, { coin: 'BTC' });
		await opened(fixture, { coin: 'ETH', agent: first });
		await opened(fixture, { coin: 'XRP', agent: second });
		await opened(fixture, { coin: 'ADA' });
		for (const agent of [first, second])
			expect((await refusalOf(fixture, execute(fixture, { agent }))).facts.check).toBe('cap_open_amount');
	});

	test('applies beside the owner’s limits, which count the executions of all the owner’s agents', async () => {
		const fixture = createTradingFixture(20_261_201, { openAmountMaxUsd: '2500' });
		for (const [coin, agentId] of [
			['SOL', 'agent_1'],
			['BTC', 'agent_2'],
		] as const)
			await opened(fixture, { coin, agent: agentWith({}, agentId) });
		const agent = agentWith({ openAmountMax: usd('1000000') }, 'agent_3');
		const refused = await refusalOf(fixture, execute(fixture, { coin: 'ETH', agent }));
		expect(refused.facts.check).toBe('open_amount');
	});

	test('an open-amount cap is freed by a close; a daily cap is not freed until 00:00 UTC', async () => {
		const fixture = newFixture(LATE);
		const byAmount = agentWith({ openAmountMax: usd('1000') });
		await closed(fixture, await opened(fixture, { agent: byAmount }));
		await closed(fixture, await opened(fixture, { agent: byAmount }));
		const byDay = agentWith({ executionsPerDay: 2 });
		expect((await refusalOf(fixture, execute(fixture, { agent: byDay }))).facts.check).toBe(
			'cap_executions_per_day',
		);
		await fixture.pass(Date.UTC(2026, 10, 22, 0, 5) - fixture.clock.now());
		await opened(fixture, { agent: byDay });
	});

	test('still counts executions opened and ended before a restart', async () => {
		const fixture = newFixture();
		await closed(fixture, await opened(fixture, { agent: agentWith() }));
		await opened(fixture, { coin: 'BTC', agent: agentWith() });
		fixture.restart();
		const checkOf = async (caps: Partial<AgentCaps>) =>
			(await refusalOf(fixture, execute(fixture, { agent: agentWith(caps) }))).facts.check;
		expect(await checkOf({ executionsPerDay: 2 })).toBe('cap_executions_per_day');
		expect(await checkOf({ openAmountMax: usd('1999') })).toBe('cap_open_amount');
		await opened(fixture, { agent: agentWith({ executionsPerDay: 3, openAmountMax: usd('2000') }) });
	});
});

describe('ten calls at the same instant', () => {
	const tenOf = (fixture: TradingFixture, agentOf: (index: number) => CallingAgent | undefined) =>
		COINS.map((coin, index) => execute(fixture, { coin, agent: agentOf(index) }));

	test.each([
		['open amount', { openAmountMax: usd('3999.99') }, 3, 'cap_open_amount'],
		['open amount', { openAmountMax: usd('4000') }, 4, 'cap_open_amount'],
		['executions a day', { executionsPerDay: 7 }, 7, 'cap_executions_per_day'],
	] as const)(
		'one agent’s calls pass its cap of %s exactly as far as it allows',
		async (_cap, caps, passing, check) => {
			const fixture = newFixture();
			const agent = agentWith(caps);
			const outcomes = await outcomesOf(
				fixture,
				tenOf(fixture, () => agent),
			);
			expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(passing);
			expect(outcomes.filter((outcome) => outcome === check)).toHaveLength(10 - passing);
			expect(await fixture.journal.openExecutions()).toHaveLength(passing);
		},
	);

	test('calls by the owner and two agents each pass under their own caps', async () => {
		const fixture = newFixture();
		const agents = [
			agentWith({ executionsPerDay: 2 }, 'agent_1'),
			agentWith({ executionsPerDay: 1 }, 'agent_2'),
		];
		const outcomes = await outcomesOf(
			fixture,
			tenOf(fixture, (index) => (index < 2 ? undefined : agents[index % 2])),
		);
		expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(2 + 2 + 1);
		const agentIds = fixture.driver.states().map(({ plan }) => plan.agentId);
		expect(agentIds.sort()).toEqual(['agent_1', 'agent_1', 'agent_2', undefined, undefined]);
	});

	test('a refused call uses none of a cap', async () => {
		const fixture = newFixture();
		const agent = agentWith({ executionsPerDay: 1, openAmountMax: usd('1000') });
		fixture.bybit.refuseLeverage('risk tier');
		await outcomesOf(
			fixture,
			tenOf(fixture, () => agent),
		);
		fixture.bybit.refuseLeverage(undefined);
		await opened(fixture, { agent });
	});
});

// The journal may hold an opening before its call returns. The opening still counts once.
test.each(Array.from({ length: 30 }, (_, turns) => turns))(
	'opens both of two calls that fit the cap together, the second %i turns later',
	async (turns) => {
		const fixture = newFixture();
		// The running execution keeps account data fresh, so neither call waits for a venue.
		await opened(fixture, { coin: 'ADA' });
		for (let second = 0; second < 6; second += 1) {
			await fixture.pass(1_000);
			for (const coin of COINS) fixture.feed(coin);
		}
		const agent = agentWith({ executionsPerDay: 2, openAmountMax: usd('2000') });
		const coins = ['SOL', 'BTC'].map((coin) => fixture.feed(coin));
		const first = fixture.execute({ agent, opportunityId: coins[0] ?? '' });
		for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
		const second = fixture.execute({ agent, opportunityId: coins[1] ?? '' });
		// The calls are only event-loop turns apart, so no time passes.
		await Promise.all([first, second]);
		expect(fixture.driver.states().filter(({ plan }) => plan.agentId === agent.agentId)).toHaveLength(2);
		expect(await outcomesOf(fixture, [execute(fixture, { agent, coin: 'ETH' })])).toEqual([
			'cap_open_amount',
		]);
	},
);

describe('executions that an agent did not open', () => {
	const AGENT = asker(agentWith());
	const whose: readonly (readonly [string, CallingAgent | undefined])[] = [
		['its owner’s', undefined],
		['another agent’s', agentWith({}, 'agent_2')],
	];

	test.each(whose)(
		'%s: the agent gets the answer for an unknown execution, and nothing changes',
		async (_whose, agent) => {
			const fixture = newFixture();
			const id = await opened(fixture, { agent, exit: { maxEpochs: 2 } });
			const before = fixture.driver.state(id);
			const attempts = (executionId: string) => [
				fixture.orderService.close({
					...AGENT,
					executionId,
					maxSlippageBps: undefined,
					share: fromInteger(1),
				}),
				fixture.controls.cancel(AGENT, executionId, false),
				fixture.controls.updateExit(AGENT, executionId, { maxEpochs: 9 }),
				fixture.controls.continueEpoch(AGENT, executionId),
			];
			const none = 'exec_000000000000000000000000';
			const unknown = await Promise.all(attempts(none).map((call) => refusalOf(fixture, call)));
			const refused = await Promise.all(attempts(id).map((call) => refusalOf(fixture, call)));
			expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('UNKNOWN_EXECUTION'));
			expect(refused.map(({ message, facts }) => [message.replace(id, none), facts])).toEqual(
				unknown.map(({ message, facts }) => [message, facts]),
			);
			expect(fixture.driver.state(id)).toEqual(before);
			// An agent may still read its owner's complete portfolio.
			expect((await fixture.controls.history(AGENT.userId, id, 10)).agentId).toBe(agent?.agentId ?? null);
		},
	);

	test.each(whose)('%s: a failed job is not run again', async (_whose, agent) => {
		const fixture = newFixture();
		const { jobId: job } = await failed(fixture, agent);
		expect((await refusalOf(fixture, fixture.controls.resubmit(AGENT, job))).code).toBe('UNKNOWN_JOB');
	});

	test('the owner commands every execution, an agent only its own', async () => {
		const fixture = newFixture();
		const ids = [
			await opened(fixture, { coin: 'SOL', agent: agentWith(), exit: { maxEpochs: 2 } }),
			await opened(fixture, { coin: 'BTC', agent: agentWith(), exit: { maxEpochs: 2 } }),
		];
		for (const [index, by] of [OWNER, AGENT].entries()) {
			const id = ids[index] ?? '';
			expect((await fixture.settled(fixture.controls.continueEpoch(by, id))).exit.maxEpochs).toBe(3);
			for (const coin of ['SOL', 'BTC']) fixture.feed(coin);
			await closed(fixture, id, by);
		}
	});
});

async function failed(fixture: TradingFixture, agent?: CallingAgent): Promise<ExecuteAnswer> {
	fixture.bybit.setFaults({ ...NO_FAULTS, rejected: 1 });
	fixture.kucoin.setFaults({ ...NO_FAULTS, rejected: 1 });
	const answer = await answered(fixture, { agent });
	await fixture.passFed(6_000, 'SOL');
	fixture.bybit.setFaults(NO_FAULTS);
	fixture.kucoin.setFaults(NO_FAULTS);
	expect((await fixture.journal.findExecution(answer.executionId))?.phase).toBe('failed');
	fixture.feed('SOL');
	return answer;
}

describe('a failed job of an agent', () => {
	test('can be rerun by the agent within its present caps, as the agent’s', async () => {
		const fixture = newFixture();
		const { jobId: job } = await failed(fixture, agentWith());
		const capped = asker(agentWith({ amountMax: usd('999') }));
		expect((await refusalOf(fixture, fixture.controls.resubmit(capped, job))).facts.check).toBe('cap_amount');
		const daily = asker(agentWith({ executionsPerDay: 1 }));
		expect((await refusalOf(fixture, fixture.controls.resubmit(daily, job))).facts.check).toBe(
			'cap_executions_per_day',
		);
		const answer = await fixture.settled(fixture.controls.resubmit(asker(agentWith()), job));
		expect(fixture.driver.state(answer.executionId)?.plan.agentId).toBe('agent_1');
	});

	test('is rerun only once when the agent and its owner both rerun it, at the same instant or later', async () => {
		const fixture = newFixture();
		const { jobId: job } = await failed(fixture, agentWith());
		const askers = [asker(agentWith()), OWNER, asker(agentWith())];
		const answers = await fixture.settled(
			Promise.all(askers.map((by) => fixture.controls.resubmit(by, job))),
		);
		fixture.restart();
		for (const by of askers) answers.push(await fixture.settled(fixture.controls.resubmit(by, job)));
		expect(new Set(answers.map(({ executionId: id }) => id)).size).toBe(1);
		expect(await fixture.journal.openExecutions()).toHaveLength(1);
	});

	test('can be rerun by its owner outside the agent’s caps, as the owner’s', async () => {
		const fixture = newFixture();
		const { jobId: job } = await failed(fixture, agentWith({ executionsPerDay: 1 }));
		const answer = await fixture.settled(fixture.controls.resubmit(OWNER, job));
		expect(fixture.driver.state(answer.executionId)?.plan).not.toHaveProperty('agentId');
	});
});

describe('an idempotency key', () => {
	const ASKERS = [undefined, agentWith(), agentWith({}, 'agent_2')];

	test('the owner and each agent have separate keys: at once, later, and after a restart', async () => {
		const fixture = newFixture();
		const coins = ['SOL', 'BTC', 'ETH'];
		const calls = () =>
			ASKERS.map((agent, index) =>
				execute(fixture, { agent, coin: coins[index] ?? '', idempotencyKey: 'k' }),
			);
		const first = (await fixture.settled(Promise.all(calls()))) as readonly ExecuteAnswer[];
		expect(new Set(first.map(({ executionId: id }) => id)).size).toBe(3);
		expect(await fixture.settled(Promise.all(calls()))).toEqual(first);
		fixture.restart();
		expect(await fixture.settled(Promise.all(calls()))).toEqual(first);
		expect(await fixture.journal.openExecutions()).toHaveLength(3);
	});

	test('cannot be crafted to match a key of another caller', async () => {
		const fixture = newFixture();
		const keys = ['k', 'agent_1 k', ' agent_1 k', '"agent_1","k"'];
		const [first] = keys;
		await opened(fixture, { agent: agentWith(), coin: 'SOL', idempotencyKey: first });
		for (const [index, idempotencyKey] of keys.entries())
			await opened(fixture, { coin: COINS[1 + index] ?? '', idempotencyKey });
	});
});

describe('a preview', () => {
	test('binds its caller and is invisible to all others', async () => {
		const fixture = newFixture();
		const askers = [undefined, agentWith(), agentWith({}, 'agent_2')];
		for (const agent of askers) {
			const { previewId } = (await fixture.settled(
				execute(fixture, { agent, preview: true }),
			)) as PreviewAnswer;
			for (const other of askers.filter((candidate) => candidate !== agent)) {
				const refused = await refusalOf(fixture, execute(fixture, { agent: other, previewId }));
				expect([refused.code, refused.field]).toEqual(['UNKNOWN_PREVIEW', 'preview_id']);
			}
			await opened(fixture, { agent, previewId });
		}
	});

	test('an agent’s preview shows its caps and reserves none of them', async () => {
		const fixture = newFixture();
		const agent = agentWith({ amountMax: usd('5000'), executionsPerDay: 1, openAmountMax: usd('1000') });
		const shown = (await fixture.settled(execute(fixture, { agent, preview: true }))) as PreviewAnswer;
		const lines = shown.checks.filter(({ check }) => check.startsWith('cap_'));
		expect(lines.map(({ check, value, limit }) => [check, value, limit])).toEqual([
			['cap_amount', '1000', '5000'],
			['cap_open_amount', '1000', '1000'],
			['cap_executions_per_day', '1', '1'],
		]);
		await closed(fixture, await opened(fixture, { coin: 'BTC', agent }));
		const refused = await refusalOf(fixture, execute(fixture, { agent, previewId: shown.previewId }));
		expect(refused.facts.check).toBe('cap_executions_per_day');
	});
});

test('the plan of an execution names the agent that opened it, and nobody for the owner', async () => {
	const fixture = newFixture();
	const ids = [await opened(fixture, { agent: agentWith() }), await opened(fixture, { coin: 'BTC' })];
	fixture.restart();
	const planOf = async (id: string | undefined) =>
		foldExecution(await fixture.journal.readExecution(id ?? '')).plan;
	expect((await planOf(ids[0])).agentId).toBe('agent_1');
	expect(await planOf(ids[1])).not.toHaveProperty('agentId');
	expect(ids.map((id) => fixture.driver.state(id)?.plan.agentId)).toEqual(['agent_1', undefined]);
	const found = await Promise.all(ids.map((id) => fixture.journal.findExecution(id)));
	expect(found.map((row) => row?.agentId)).toEqual(['agent_1', null]);
});
