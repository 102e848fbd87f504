/** Runs the two days of a seed and reports what happened. */
import { formatDecimal, ZERO } from '../../../src/domain/decimal.ts';
import { checkQuiet } from '../final-checks.ts';
import { HOUR_MS, VENUES } from './draw.ts';
import { createMarginJudge } from './margin-judge.ts';
import { createDayWorld, type DayWorld } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
const WARM_UP_MS = 10 * MINUTE_MS;
const WALLET_USD = 3_000;
/** A pot must be flat within this time after its stop. */
const STOP_WITHIN_MS = 2 * HOUR_MS;
const QUIET_MS = 5 * MINUTE_MS;
/** Time after the end of the halt within which an opening counts as delayed by it. */
const AFTER_HALT_MS = HOUR_MS;
/** Calls for a person while an exchange is dead, and liquidations of paper accounts, on which shadow pots trade. */
const EXPECTED = ['exec_', 'a leg shrank without an order from this service {"userId":"shadow_'];
/** Capital of the pot at its start, during the halt and after it, USD. */
const CAPITAL = [6_000, 8_500, 9_000] as const;

export type DayResult = {
	readonly seed: number;
	readonly violations: readonly string[];
	/** Errors that the service has logged, other than those that the events of the days cause. */
	readonly errors: readonly string[];
	readonly kills: { readonly all: number; readonly interrupting: number };
	readonly faults: ReadonlyMap<string, number>;
	/** Number of changes by trigger, kind and last event, such as `daily open executed`. */
	readonly changes: ReadonlyMap<string, number>;
	/** Keys of the daily decisions on disk. */
	readonly daily: readonly string[];
	/** Number of executions that were planned soon after the halt. */
	readonly openedAfterHalt: number;
	/** Notional at the exchange that died, when it died, USD. */
	readonly heldAtDeath: number;
	/** State of each pot. */
	readonly states: readonly string[];
	/** Part of each account's equity that the service cannot explain, USD. */
	readonly unexplained: readonly (number | null)[];
	/** Positions that an exchange still has. */
	readonly left: readonly string[];
};

/** An owner with a pot. */
type Owner = { readonly token: string; readonly userId: string; readonly potIds: readonly string[] };

/** Runs a seed. @param log called with each line of a trace */
export async function runDays(seed: number, log?: (line: string) => void): Promise<DayResult> {
	const world = await createDayWorld(seed, log);
	try {
		return await live(world);
	} finally {
		world.close();
	}
}

async function live(world: DayWorld): Promise<DayResult> {
	const { days, time, disk } = world;
	const owner = await startPots(world);
	const margins = createMarginJudge(world, owner.userId);
	let heldAtDeath = 0;
	for (const at of days.killsAt) time.after(at - time.now(), () => world.kill('an instant'));
	time.after(days.move.at - time.now(), margins.moveMarket);
	time.after(days.death.at - time.now(), () => {
		heldAtDeath = margins.grossAt(days.death.venue);
	});
	const stopChecking = time.every(MINUTE_MS, margins.check);
	await haltAndResume(world, owner);
	await world.passUntil(days.endAt);
	world.faults.end();
	for (const potId of owner.potIds)
		await world.call(owner.token, 'autopilot_stop', { pot_id: potId, close: true });
	const isStopped = (): boolean =>
		disk.prepare("SELECT count(*) AS n FROM pot WHERE state <> 'stopped'").get()?.n === 0;
	await world.passUntil(time.now() + STOP_WITHIN_MS, isStopped);
	world.endKills();
	await world.passUntil(time.now() + QUIET_MS);
	stopChecking();
	if (!margins.isMoved()) world.oracle.violation('no price move could empty an exchange');
	return resultOf(world, owner, heldAtDeath);
}

/** Connects the owner's accounts and starts the pot, with a shadow beside it in some seeds. */
async function startPots(world: DayWorld): Promise<Owner> {
	const { days, time } = world;
	const present = world.process();
	if (present === undefined) throw new Error('No process runs.');
	const { token, userId } = await world.during(
		present.service.tokens.issue({
			userName: 'ann',
			name: 'a test',
			scopes: ['arb:read', 'arb:trade', 'exchange:connect'],
			ttlMs: 30 * DAY_MS,
		}),
	);
	for (const exchange of world.exchanges.values()) exchange.connect(userId, WALLET_USD);
	for (const venue of VENUES)
		await world.call(token, 'connect_exchange', {
			exchange: venue,
			api_key: userId,
			api_secret: 'a secret',
			...(venue === 'bybit' ? {} : { api_passphrase: 'words' }),
		});
	await world.passUntil(time.now() + WARM_UP_MS);
	const { pot } = await world.call(token, 'autopilot_start', {
		name: 'Main',
		capital: CAPITAL[0],
		exchanges: [...VENUES],
		leverage: 3,
		coin_share: 0.4,
		mode: 'act',
		decide_at: days.decideAt,
		min_net_over_cash_pct: -20,
		with_shadow: days.withShadow,
	});
	const { pot_id: potId, shadow_pot_id: shadow } = pot as {
		readonly pot_id: string;
		readonly shadow_pot_id: string | null;
	};
	return { token, userId, potIds: shadow === null ? [potId] : [shadow, potId] };
}

/** Halts trading as the owner, gives the pots more capital meanwhile, and resumes. */
async function haltAndResume(world: DayWorld, { token, potIds }: Owner): Promise<void> {
	const { days, judge, time } = world;
	const giveAll = async (capital: number): Promise<void> => {
		for (const potId of potIds) await world.call(token, 'autopilot_change', { pot_id: potId, capital });
	};
	await world.passUntil(days.halt.at);
	await world.call(token, 'halt_trading', { reason: 'a holiday' });
	judge.halted();
	await giveAll(CAPITAL[1]);
	await world.passUntil(time.now() + days.halt.forMs);
	judge.resumed();
	await world.call(token, 'resume_trading', {});
	await giveAll(CAPITAL[2]);
}

async function resultOf(world: DayWorld, owner: Owner, heldAtDeath: number): Promise<DayResult> {
	const { oracle, exchanges, disk, judge } = world;
	const isClean = oracle.violations.length === 0;
	const { accounts = [] } = isClean ? await world.call(owner.token, 'portfolio_live', {}) : {};
	if (isClean) checkQuiet(oracle, [...exchanges.values()]);
	const changes = new Map<string, number>();
	for (const { trigger, change, kinds, isPlanned } of judge.changes()) {
		const key = `${trigger}${isPlanned ? '' : ' at once'} ${change.kind} ${kinds.at(-1) ?? 'new'}`;
		changes.set(key, (changes.get(key) ?? 0) + 1);
	}
	const resumedAt = judge.resumedAt();
	return {
		seed: world.seed,
		violations: oracle.violations,
		errors: world.errors.filter((text) => !EXPECTED.some((begin) => text.startsWith(begin))),
		kills: { ...world.kills() },
		faults: world.faults.counts,
		changes,
		daily: disk
			.prepare("SELECT trigger_key FROM pot_trigger WHERE pot_id = ? AND trigger_key LIKE 'daily %'")
			.all(owner.potIds.at(-1) ?? '')
			.map((row) => String(row.trigger_key)),
		openedAfterHalt: [...oracle.states.values()].filter(
			({ createdAt }) => createdAt >= resumedAt && createdAt < resumedAt + AFTER_HALT_MS,
		).length,
		heldAtDeath,
		states: disk
			.prepare('SELECT state FROM pot ORDER BY pot_id')
			.all()
			.map(({ state }) => String(state)),
		unexplained: (accounts as readonly { readonly unexplained: number | null }[]).map(
			({ unexplained }) => unexplained,
		),
		left: [...exchanges.values()].flatMap(({ venue, accountOf }) =>
			[...accountOf(owner.userId).positions]
				.filter(([, { quantity }]) => quantity !== ZERO)
				.map(([symbol, { quantity }]) => `${venue} ${symbol} ${formatDecimal(quantity)}`),
		),
	};
}
