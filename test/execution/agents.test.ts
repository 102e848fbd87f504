/** What an agent may do for its owner: its caps hold for what it has itself, and it commands, repeats and binds only its own. */

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
/** Half an hour before a day ends. */
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

/** Codes of the refusals, and `opened`, of calls at the same instant. */
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
		'%s of %o, with %o open, asked for %s USD: %s',
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

	test('on the verdict lets through what is trade', async () => {
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
		// What a change of the price basis may cost is known once the basis was seen for a while.
		for (let second = 0; second < 60; second += 1) {
			fixture.feed('SOL');
			await fixture.pass(1_000);
		}
		await opened(fixture, { agent: agentWith({ mustBeTrade: true }) });
	});

	test('counts nothing of the owner’s or of another agent’s, and they nothing of its', async () => {
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

	test('beside the owner’s own limits: these count what all of the owner’s agents have', async () => {
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

	test('on open amounts frees what was closed; one on a day does not, until 00:00 UTC', async () => {
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

	test('counts after a restart what was opened and ended before it', async () => {
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
	] as const)('of one agent pass its cap of %s by exactly what fits', async (_cap, caps, passing, check) => {
		const fixture = newFixture();
		const agent = agentWith(caps);
		const outcomes = await outcomesOf(
			fixture,
			tenOf(fixture, () => agent),
		);
		expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(passing);
		expect(outcomes.filter((outcome) => outcome === check)).toHaveLength(10 - passing);
		expect(await fixture.journal.openExecutions()).toHaveLength(passing);
	});

	test('of the owner and two agents each pass by their own caps', async () => {
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

	test('what is refused has used nothing of a cap', async () => {
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

// While one is being written, the journal may hold it before its call knows: it is counted once all the same.
test.each(Array.from({ length: 30 }, (_, turns) => turns))(
	'two calls that fit together are both opened, the second %i turns later',
	async (turns) => {
		const fixture = newFixture();
		// Accounts are kept fresh while something runs: neither call waits for a venue.
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
		// No time passes: what comes between is nothing but turns.
		await Promise.all([first, second]);
		expect(fixture.driver.states().filter(({ plan }) => plan.agentId === agent.agentId)).toHaveLength(2);
		expect(await outcomesOf(fixture, [execute(fixture, { agent, coin: 'ETH' })])).toEqual([
			'cap_open_amount',
		]);
	},
);

describe('what an agent did not open', () => {
	const AGENT = asker(agentWith());
	const whose: readonly (readonly [string, CallingAgent | undefined])[] = [
		['its owner’s', undefined],
		['another agent’s', agentWith({}, 'agent_2')],
	];

	test.each(whose)('%s: is to it as if it did not exist, and nothing changes', async (_whose, agent) => {
		const fixture = newFixture();
		const id = await opened(fixture, { agent, exit: { maxEpochs: 2 } });
		const before = fixture.driver.state(id);
		const attempts = (executionId: string) => [
			fixture.orderService.close({ ...AGENT, executionId, maxSlippageBps: undefined, share: fromInteger(1) }),
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
		// Reading stays its owner's whole portfolio.
		expect((await fixture.controls.history(AGENT.userId, id, 10)).agentId).toBe(agent?.agentId ?? null);
	});

	test.each(whose)('%s: a failed job of it is not run again', async (_whose, agent) => {
		const fixture = newFixture();
		const { jobId: job } = await failed(fixture, agent);
		expect((await refusalOf(fixture, fixture.controls.resubmit(AGENT, job))).code).toBe('UNKNOWN_JOB');
	});

	test('is commanded by its owner, whoever opened it; an agent commands its own', async () => {
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
	test('is run again by it inside its present caps, as its own', async () => {
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

	test('is run again once, by it and by its owner at the same instant and later', async () => {
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

	test('is run again by its owner without its caps, as the owner’s', async () => {
		const fixture = newFixture();
		const { jobId: job } = await failed(fixture, agentWith({ executionsPerDay: 1 }));
		const answer = await fixture.settled(fixture.controls.resubmit(OWNER, job));
		expect(fixture.driver.state(answer.executionId)?.plan).not.toHaveProperty('agentId');
	});
});

describe('an idempotency key', () => {
	const ASKERS = [undefined, agentWith(), agentWith({}, 'agent_2')];

	test('of the owner and of each agent is their own: at once, later, and after a restart', async () => {
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

	test('cannot be written so that it meets another’s', async () => {
		const fixture = newFixture();
		const keys = ['k', 'agent_1 k', ' agent_1 k', '"agent_1","k"'];
		const [first] = keys;
		await opened(fixture, { agent: agentWith(), coin: 'SOL', idempotencyKey: first });
		for (const [index, idempotencyKey] of keys.entries())
			await opened(fixture, { coin: COINS[1 + index] ?? '', idempotencyKey });
	});
});

describe('a preview', () => {
	test('binds whoever asked for it, and is nobody else’s', async () => {
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

	test('of an agent shows its caps, and holds none of them open', async () => {
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

test('who opened an execution stands in its plan: for an agent its id, for the owner nothing', async () => {
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
