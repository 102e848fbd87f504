/**
 * Tests an agent's caps over HTTP: parallel calls over several tokens and connections must open no more than
 * sequential calls.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk, SCOPE_ASKED, tokensOf } from './oauth-walk.ts';
import { copyToken, logIn, type MadeAgent, makeAgent, type Person } from './people.ts';
import { type RealTrading, realTrading } from './real-trading.ts';
import { bearer, call, type RpcAnswer } from './refusals.ts';

/** The fields in the response to `execute_opportunity` that the tests read. */
type Opened = { readonly execution_id: string; readonly job_id: string };

const COINS = ['SOL', 'BTC', 'ETH', 'XRP', 'ADA', 'DOT', 'LTC', 'TRX'];

let fixture: Fixture;
let trading: RealTrading;
let walk: OAuthWalk;
let ann: Person;

/** Starts a new fixture for each case, because executions from an earlier case would count. */
async function begin(): Promise<void> {
	trading = realTrading();
	fixture = await openFixture({ openTrading: trading.open });
	walk = await oauthWalk(fixture);
	ann = await logIn(fixture, 'ann');
}
const end = () => fixture[Symbol.asyncDispose]();

const tokenOf = async (agent: MadeAgent) =>
	(await tokensOf(await walk.agentToken(agent, { scope: SCOPE_ASKED }))).access;

const open = (token: string, coin: string, amount = 1_000): Promise<RpcAnswer> =>
	call(fixture, 'execute_opportunity', { opportunity_id: trading.floor.feed(coin), amount }, bearer(token));

/** Returns the number of the agent's open executions, read from the journal. */
async function openedBy(agent: MadeAgent): Promise<number> {
	return (await trading.floor.journal.openExecutions())
		.map(({ executionId }) => trading.floor.driver.state(executionId))
		.filter((state) => state?.plan.agentId === agent.agentId).length;
}

const accepted = (answers: readonly RpcAnswer[]) =>
	answers.flatMap(({ result }) => (result === undefined ? [] : [result as Opened]));
const checks = (answers: readonly RpcAnswer[]) =>
	answers.flatMap(({ text, code }) =>
		code === undefined
			? []
			: [(JSON.parse(text) as { error: { data: { check?: string } } }).error.data.check],
	);

describe('CWE-367 cap overrun by parallel calls', () => {
	beforeAll(begin);
	afterAll(end);

	test('respects the cap on the open amount', async () => {
		const agent = await makeAgent(ann, { caps: { open_amount_max: 3_000 } });
		const token = await tokenOf(agent);
		const answers = await trading.during(Promise.all(COINS.map((coin) => open(token, coin))));
		expect(accepted(answers)).toHaveLength(3);
		expect(checks(answers)).toEqual(Array.from({ length: COINS.length - 3 }, () => 'cap_open_amount'));
		expect(await openedBy(agent)).toBe(3);
		expect(new Set(accepted(answers).map(({ execution_id: id }) => id)).size).toBe(3);
	});
});

describe('CWE-367 cap overrun by several tokens of one agent', () => {
	beforeAll(begin);
	afterAll(end);

	test('respects the cap on executions a day, with one batch per token', async () => {
		const agent = await makeAgent(ann, { caps: { executions_per_day: 2 } });
		const tokens = await Promise.all([tokenOf(agent), tokenOf(agent), tokenOf(agent), tokenOf(agent)]);
		const bodies = tokens.map((token, at) => ({
			token,
			body: JSON.stringify(
				COINS.slice(at * 2, at * 2 + 2).map((coin, id) => ({
					jsonrpc: '2.0',
					id,
					method: 'execute_opportunity',
					params: { opportunity_id: trading.floor.feed(coin), amount: 1_000 },
				})),
			),
		}));
		const answers = await trading.during(
			Promise.all(
				bodies.map(async ({ token, body }) => {
					const response = await fixture.fetch(`${fixture.url}/jsonrpc/`, {
						method: 'POST',
						headers: { ...bearer(token), 'content-type': 'application/json' },
						body,
					});
					return (await response.json()) as { readonly result?: unknown }[];
				}),
			),
		);
		expect(answers.flat()).toHaveLength(COINS.length);
		expect(answers.flat().filter(({ result }) => result !== undefined)).toHaveLength(2);
		expect(await openedBy(agent)).toBe(2);
	});

	test('respects the cap on the amount of each execution, whatever else is sent', async () => {
		const agent = await makeAgent(ann, { caps: { amount_max: 500 } });
		const token = await tokenOf(agent);
		const answers = await trading.during(
			Promise.all([open(token, 'SOL', 501), open(token, 'BTC', 500.01), open(token, 'ETH', 500)]),
		);
		expect(answers.map(({ code }) => code)).toEqual(['RISK_LIMIT', 'RISK_LIMIT', undefined]);
		expect(checks(answers)).toEqual(['cap_amount', 'cap_amount']);
	});
});

describe('CWE-367 a stop at the moment of a call', () => {
	beforeAll(begin);
	afterAll(end);

	test('opens nothing after the stop was confirmed', async () => {
		const agent = await makeAgent(ann);
		const token = await tokenOf(agent);
		const { token: owners } = await copyToken(ann);
		const [stopped, ...answers] = await trading.during(
			Promise.all([
				call(fixture, 'stop_agent', { agent_id: agent.agentId }, bearer(owners)),
				...COINS.map((coin) => open(token, coin)),
			]),
		);
		expect(stopped?.code).toBeUndefined();
		const before = await openedBy(agent);
		for (const { code } of answers)
			expect([undefined, 'UNAUTHORIZED', 'AGENT_STOPPED', 'CANCELED']).toContain(code);
		expect((await open(token, 'SOL')).status).toBe(401);
		await trading.floor.passFed(10_000, 'SOL');
		expect(await openedBy(agent)).toBeLessThanOrEqual(before);
	});
});
