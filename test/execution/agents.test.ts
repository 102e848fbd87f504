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
} from '../../src/ports/desk.ts';
import { agentWith, asker } from '../support/agents.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import { createTradingStage, type TradingStage } from '../support/trading-stage.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const usd = (text: string): Decimal => parseDecimal(text);
const COINS = ['SOL', 'BTC', 'ETH', 'XRP', 'ADA', 'DOT', 'LTC', 'TRX', 'UNI', 'TON'];
const OWNER = asker();
/** Half an hour before a day ends. */
const LATE = Date.UTC(2026, 10, 21, 23, 30);

function newStage(startAt?: number): TradingStage {
	const stage = createTradingStage(20_261_201, {
		executionsOpenMax: 20,
		...(startAt === undefined ? {} : { startAt }),
	});
	for (const coin of COINS) stage.feed(coin);
	return stage;
}

type Change = Partial<ExecuteRequest> & { readonly coin?: string };

const execute = (stage: TradingStage, { coin = 'SOL', ...change }: Change) =>
	stage.execute({ opportunityId: stage.feed(coin), ...change });

async function answered(stage: TradingStage, change: Change): Promise<ExecuteAnswer> {
	return (await stage.settled(execute(stage, change))) as ExecuteAnswer;
}

async function opened(stage: TradingStage, change: Change): Promise<string> {
	const { executionId: id } = await answered(stage, change);
	for (let waited = 0; stage.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
		await stage.pass(50);
	expect(stage.driver.state(id)?.phase).toBe('running');
	return id;
}

async function refusalOf(stage: TradingStage, call: Promise<unknown>): Promise<CarrywireError> {
	const [result] = await stage.settled(Promise.allSettled([call]));
	if (result?.status !== 'rejected') throw new Error('The call was not refused.');
	return result.reason as CarrywireError;
}

async function closed(stage: TradingStage, id: string, by: Asker = OWNER): Promise<void> {
	const terms = { ...by, executionId: id, maxSlippageBps: undefined, share: fromInteger(1) };
	expect((await stage.settled(stage.desk.close(terms))).status).toBe('closed');
}

/** Codes of the refusals, and `opened`, of calls at the same instant. */
async function outcomesOf(stage: TradingStage, calls: readonly Promise<unknown>[]): Promise<string[]> {
	const results = await stage.settled(Promise.allSettled(calls));
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
			const stage = newStage();
			const agent = agentWith(caps);
			for (const coin of before) await opened(stage, { coin, agent });
			if (check === undefined) {
				await opened(stage, { agent, amount: usd(amount) });
				return;
			}
			const sent = stage.bybit.sentCount();
			const refused = await refusalOf(stage, execute(stage, { agent, amount: usd(amount) }));
			expect([refused.code, refused.facts.check]).toEqual([
				check === 'verdict' ? 'NO_TRADE' : 'RISK_LIMIT',
				check,
			]);
			expect(stage.bybit.sentCount()).toBe(sent);
			expect(await stage.journal.openExecutions()).toHaveLength(before.length);
		},
	);

	test('on the verdict lets through what is trade', async () => {
		const stage = newStage();
		const eight = 8 * HOUR_MS;
		const last = Math.floor(stage.clock.now() / eight) * eight;
		for (const [venue, rate] of [
			['bybit', '0.0001'],
			['kucoin', '0.0009'],
		] as const)
			stage.history.put(
				venue,
				stage.instrument(venue, 'SOL').symbol,
				Array.from({ length: 200 }, (_, back) => ({ settledAt: last - back * eight, rate: usd(rate) })),
			);
		// What a change of the price basis may cost is known once the basis was seen for a while.
		for (let second = 0; second < 60; second += 1) {
			stage.feed('SOL');
			await stage.pass(1_000);
		}
		await opened(stage, { agent: agentWith({ mustBeTrade: true }) });
	});

	test('counts nothing of the owner’s or of another agent’s, and they nothing of its', async () => {
		const stage = newStage();
		const caps = { openAmountMax: usd('1000'), executionsPerDay: 1 };
		const [first, second] = [agentWith(caps, 'agent_1'), agentWith(caps, 'agent_2')];
		await opened(stage, { coin: 'BTC' });
		await opened(stage, { coin: 'ETH', agent: first });
		await opened(stage, { coin: 'XRP', agent: second });
		await opened(stage, { coin: 'ADA' });
		for (const agent of [first, second])
			expect((await refusalOf(stage, execute(stage, { agent }))).facts.check).toBe('cap_open_amount');
	});

	test('beside the owner’s own limits: these count what all of the owner’s agents have', async () => {
		const stage = createTradingStage(20_261_201, { openAmountMaxUsd: '2500' });
		for (const [coin, agentId] of [
			['SOL', 'agent_1'],
			['BTC', 'agent_2'],
		] as const)
			await opened(stage, { coin, agent: agentWith({}, agentId) });
		const agent = agentWith({ openAmountMax: usd('1000000') }, 'agent_3');
		const refused = await refusalOf(stage, execute(stage, { coin: 'ETH', agent }));
		expect(refused.facts.check).toBe('open_amount');
	});

	test('on open amounts frees what was closed; one on a day does not, until 00:00 UTC', async () => {
		const stage = newStage(LATE);
		const byAmount = agentWith({ openAmountMax: usd('1000') });
		await closed(stage, await opened(stage, { agent: byAmount }));
		await closed(stage, await opened(stage, { agent: byAmount }));
		const byDay = agentWith({ executionsPerDay: 2 });
		expect((await refusalOf(stage, execute(stage, { agent: byDay }))).facts.check).toBe(
			'cap_executions_per_day',
		);
		await stage.pass(Date.UTC(2026, 10, 22, 0, 5) - stage.clock.now());
		await opened(stage, { agent: byDay });
	});

	test('counts after a restart what was opened and ended before it', async () => {
		const stage = newStage();
		await closed(stage, await opened(stage, { agent: agentWith() }));
		await opened(stage, { coin: 'BTC', agent: agentWith() });
		stage.restart();
		const checkOf = async (caps: Partial<AgentCaps>) =>
			(await refusalOf(stage, execute(stage, { agent: agentWith(caps) }))).facts.check;
		expect(await checkOf({ executionsPerDay: 2 })).toBe('cap_executions_per_day');
		expect(await checkOf({ openAmountMax: usd('1999') })).toBe('cap_open_amount');
		await opened(stage, { agent: agentWith({ executionsPerDay: 3, openAmountMax: usd('2000') }) });
	});
});

describe('ten calls at the same instant', () => {
	const tenOf = (stage: TradingStage, agentOf: (index: number) => CallingAgent | undefined) =>
		COINS.map((coin, index) => execute(stage, { coin, agent: agentOf(index) }));

	test.each([
		['open amount', { openAmountMax: usd('3999.99') }, 3, 'cap_open_amount'],
		['open amount', { openAmountMax: usd('4000') }, 4, 'cap_open_amount'],
		['executions a day', { executionsPerDay: 7 }, 7, 'cap_executions_per_day'],
	] as const)('of one agent pass its cap of %s by exactly what fits', async (_cap, caps, passing, check) => {
		const stage = newStage();
		const agent = agentWith(caps);
		const outcomes = await outcomesOf(
			stage,
			tenOf(stage, () => agent),
		);
		expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(passing);
		expect(outcomes.filter((outcome) => outcome === check)).toHaveLength(10 - passing);
		expect(await stage.journal.openExecutions()).toHaveLength(passing);
	});

	test('of the owner and two agents each pass by their own caps', async () => {
		const stage = newStage();
		const agents = [
			agentWith({ executionsPerDay: 2 }, 'agent_1'),
			agentWith({ executionsPerDay: 1 }, 'agent_2'),
		];
		const outcomes = await outcomesOf(
			stage,
			tenOf(stage, (index) => (index < 2 ? undefined : agents[index % 2])),
		);
		expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(2 + 2 + 1);
		const agentIds = stage.driver.states().map(({ plan }) => plan.agentId);
		expect(agentIds.sort()).toEqual(['agent_1', 'agent_1', 'agent_2', undefined, undefined]);
	});

	test('what is refused has used nothing of a cap', async () => {
		const stage = newStage();
		const agent = agentWith({ executionsPerDay: 1, openAmountMax: usd('1000') });
		stage.bybit.refuseLeverage('risk tier');
		await outcomesOf(
			stage,
			tenOf(stage, () => agent),
		);
		stage.bybit.refuseLeverage(undefined);
		await opened(stage, { agent });
	});
});

// While one is being written, the journal may hold it before its call knows: it is counted once all the same.
test.each(Array.from({ length: 30 }, (_, turns) => turns))(
	'two calls that fit together are both opened, the second %i turns later',
	async (turns) => {
		const stage = newStage();
		// Accounts are kept fresh while something runs: neither call waits for a venue.
		await opened(stage, { coin: 'ADA' });
		for (let second = 0; second < 6; second += 1) {
			await stage.pass(1_000);
			for (const coin of COINS) stage.feed(coin);
		}
		const agent = agentWith({ executionsPerDay: 2, openAmountMax: usd('2000') });
		const coins = ['SOL', 'BTC'].map((coin) => stage.feed(coin));
		const first = stage.execute({ agent, opportunityId: coins[0] ?? '' });
		for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
		const second = stage.execute({ agent, opportunityId: coins[1] ?? '' });
		// No time passes: what comes between is nothing but turns.
		await Promise.all([first, second]);
		expect(stage.driver.states().filter(({ plan }) => plan.agentId === agent.agentId)).toHaveLength(2);
		expect(await outcomesOf(stage, [execute(stage, { agent, coin: 'ETH' })])).toEqual(['cap_open_amount']);
	},
);

describe('what an agent did not open', () => {
	const AGENT = asker(agentWith());
	const whose: readonly (readonly [string, CallingAgent | undefined])[] = [
		['its owner’s', undefined],
		['another agent’s', agentWith({}, 'agent_2')],
	];

	test.each(whose)('%s: is to it as if it did not exist, and nothing changes', async (_whose, agent) => {
		const stage = newStage();
		const id = await opened(stage, { agent, exit: { maxEpochs: 2 } });
		const before = stage.driver.state(id);
		const attempts = (executionId: string) => [
			stage.desk.close({ ...AGENT, executionId, maxSlippageBps: undefined, share: fromInteger(1) }),
			stage.controls.cancel(AGENT, executionId, false),
			stage.controls.updateExit(AGENT, executionId, { maxEpochs: 9 }),
			stage.controls.continueEpoch(AGENT, executionId),
		];
		const none = 'exec_000000000000000000000000';
		const unknown = await Promise.all(attempts(none).map((call) => refusalOf(stage, call)));
		const refused = await Promise.all(attempts(id).map((call) => refusalOf(stage, call)));
		expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('UNKNOWN_EXECUTION'));
		expect(refused.map(({ message, facts }) => [message.replace(id, none), facts])).toEqual(
			unknown.map(({ message, facts }) => [message, facts]),
		);
		expect(stage.driver.state(id)).toEqual(before);
		// Reading stays its owner's whole portfolio.
		expect((await stage.controls.history(AGENT.userId, id, 10)).agentId).toBe(agent?.agentId ?? null);
	});

	test.each(whose)('%s: a failed job of it is not run again', async (_whose, agent) => {
		const stage = newStage();
		const { jobId: job } = await failed(stage, agent);
		expect((await refusalOf(stage, stage.controls.resubmit(AGENT, job))).code).toBe('UNKNOWN_JOB');
	});

	test('is commanded by its owner, whoever opened it; an agent commands its own', async () => {
		const stage = newStage();
		const ids = [
			await opened(stage, { coin: 'SOL', agent: agentWith(), exit: { maxEpochs: 2 } }),
			await opened(stage, { coin: 'BTC', agent: agentWith(), exit: { maxEpochs: 2 } }),
		];
		for (const [index, by] of [OWNER, AGENT].entries()) {
			const id = ids[index] ?? '';
			expect((await stage.settled(stage.controls.continueEpoch(by, id))).exit.maxEpochs).toBe(3);
			for (const coin of ['SOL', 'BTC']) stage.feed(coin);
			await closed(stage, id, by);
		}
	});
});

async function failed(stage: TradingStage, agent?: CallingAgent): Promise<ExecuteAnswer> {
	stage.bybit.setFaults({ ...NO_FAULTS, rejected: 1 });
	stage.kucoin.setFaults({ ...NO_FAULTS, rejected: 1 });
	const answer = await answered(stage, { agent });
	await stage.passFed(6_000, 'SOL');
	stage.bybit.setFaults(NO_FAULTS);
	stage.kucoin.setFaults(NO_FAULTS);
	expect((await stage.journal.findExecution(answer.executionId))?.phase).toBe('failed');
	stage.feed('SOL');
	return answer;
}

describe('a failed job of an agent', () => {
	test('is run again by it inside its present caps, as its own', async () => {
		const stage = newStage();
		const { jobId: job } = await failed(stage, agentWith());
		const capped = asker(agentWith({ amountMax: usd('999') }));
		expect((await refusalOf(stage, stage.controls.resubmit(capped, job))).facts.check).toBe('cap_amount');
		const daily = asker(agentWith({ executionsPerDay: 1 }));
		expect((await refusalOf(stage, stage.controls.resubmit(daily, job))).facts.check).toBe(
			'cap_executions_per_day',
		);
		const answer = await stage.settled(stage.controls.resubmit(asker(agentWith()), job));
		expect(stage.driver.state(answer.executionId)?.plan.agentId).toBe('agent_1');
	});

	test('is run again once, by it and by its owner at the same instant and later', async () => {
		const stage = newStage();
		const { jobId: job } = await failed(stage, agentWith());
		const askers = [asker(agentWith()), OWNER, asker(agentWith())];
		const answers = await stage.settled(Promise.all(askers.map((by) => stage.controls.resubmit(by, job))));
		stage.restart();
		for (const by of askers) answers.push(await stage.settled(stage.controls.resubmit(by, job)));
		expect(new Set(answers.map(({ executionId: id }) => id)).size).toBe(1);
		expect(await stage.journal.openExecutions()).toHaveLength(1);
	});

	test('is run again by its owner without its caps, as the owner’s', async () => {
		const stage = newStage();
		const { jobId: job } = await failed(stage, agentWith({ executionsPerDay: 1 }));
		const answer = await stage.settled(stage.controls.resubmit(OWNER, job));
		expect(stage.driver.state(answer.executionId)?.plan).not.toHaveProperty('agentId');
	});
});

describe('an idempotency key', () => {
	const ASKERS = [undefined, agentWith(), agentWith({}, 'agent_2')];

	test('of the owner and of each agent is their own: at once, later, and after a restart', async () => {
		const stage = newStage();
		const coins = ['SOL', 'BTC', 'ETH'];
		const calls = () =>
			ASKERS.map((agent, index) => execute(stage, { agent, coin: coins[index] ?? '', idempotencyKey: 'k' }));
		const first = (await stage.settled(Promise.all(calls()))) as readonly ExecuteAnswer[];
		expect(new Set(first.map(({ executionId: id }) => id)).size).toBe(3);
		expect(await stage.settled(Promise.all(calls()))).toEqual(first);
		stage.restart();
		expect(await stage.settled(Promise.all(calls()))).toEqual(first);
		expect(await stage.journal.openExecutions()).toHaveLength(3);
	});

	test('cannot be written so that it meets another’s', async () => {
		const stage = newStage();
		const keys = ['k', 'agent_1 k', ' agent_1 k', '"agent_1","k"'];
		const [first] = keys;
		await opened(stage, { agent: agentWith(), coin: 'SOL', idempotencyKey: first });
		for (const [index, idempotencyKey] of keys.entries())
			await opened(stage, { coin: COINS[1 + index] ?? '', idempotencyKey });
	});
});

describe('a preview', () => {
	test('binds whoever asked for it, and is nobody else’s', async () => {
		const stage = newStage();
		const askers = [undefined, agentWith(), agentWith({}, 'agent_2')];
		for (const agent of askers) {
			const { previewId } = (await stage.settled(execute(stage, { agent, preview: true }))) as PreviewAnswer;
			for (const other of askers.filter((candidate) => candidate !== agent)) {
				const refused = await refusalOf(stage, execute(stage, { agent: other, previewId }));
				expect([refused.code, refused.field]).toEqual(['UNKNOWN_PREVIEW', 'preview_id']);
			}
			await opened(stage, { agent, previewId });
		}
	});

	test('of an agent shows its caps, and holds none of them open', async () => {
		const stage = newStage();
		const agent = agentWith({ amountMax: usd('5000'), executionsPerDay: 1, openAmountMax: usd('1000') });
		const shown = (await stage.settled(execute(stage, { agent, preview: true }))) as PreviewAnswer;
		const lines = shown.checks.filter(({ check }) => check.startsWith('cap_'));
		expect(lines.map(({ check, value, limit }) => [check, value, limit])).toEqual([
			['cap_amount', '1000', '5000'],
			['cap_open_amount', '1000', '1000'],
			['cap_executions_per_day', '1', '1'],
		]);
		await closed(stage, await opened(stage, { coin: 'BTC', agent }));
		const refused = await refusalOf(stage, execute(stage, { agent, previewId: shown.previewId }));
		expect(refused.facts.check).toBe('cap_executions_per_day');
	});
});

test('who opened an execution stands in its plan: for an agent its id, for the owner nothing', async () => {
	const stage = newStage();
	const ids = [await opened(stage, { agent: agentWith() }), await opened(stage, { coin: 'BTC' })];
	stage.restart();
	const planOf = async (id: string | undefined) =>
		foldExecution(await stage.journal.readExecution(id ?? '')).plan;
	expect((await planOf(ids[0])).agentId).toBe('agent_1');
	expect(await planOf(ids[1])).not.toHaveProperty('agentId');
	expect(ids.map((id) => stage.driver.state(id)?.plan.agentId)).toEqual(['agent_1', undefined]);
	const found = await Promise.all(ids.map((id) => stage.journal.findExecution(id)));
	expect(found.map((row) => row?.agentId)).toEqual(['agent_1', null]);
});
