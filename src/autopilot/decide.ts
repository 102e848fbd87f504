/** Turns a plan into a decision: order of the changes, what is skipped, and what waits for a person. Pure functions. */
import { type Decimal, divDown, fromInteger, mulDown, ONE, sub, ZERO } from '../domain/decimal.ts';
import {
	CHANGE_KINDS,
	isReduction,
	type MarginAlarm,
	type PairReduction,
	type PlannedChange,
	type Pot,
	type PotHolding,
	type PotPlan,
	type PotTrigger,
	type TriggerKind,
} from '../ports/autopilot.ts';
import type { ChangeEvent, DecidedChange, DecisionRecord } from '../ports/autopilot-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Time for which the changes of a decision may be made, milliseconds. Reductions never expire. */
export const VALID_MS = 6 * 3_600_000;

const PERCENT = fromInteger(100);

/** Triggers whose changes are made at once, in both modes and while the pot is paused. */
const URGENT: ReadonlySet<TriggerKind> = new Set(['margin_alarm', 'drawdown', 'stop']);

/** Returns true for a decision that does not wait for a person or for other decisions, because waiting costs money. */
export function isUrgent({ trigger, plan }: Pick<DecisionRecord, 'trigger' | 'plan'>): boolean {
	return plan === null && URGENT.has(trigger.kind);
}

/** A decision before it is stored, with its first events. */
export type Draft = {
	readonly record: DecisionRecord;
	readonly events: readonly { readonly change: number; readonly event: ChangeEvent }[];
};

type Decided = {
	readonly decisionId: string;
	readonly pot: Pot;
	readonly trigger: PotTrigger;
	readonly holdings: readonly PotHolding[];
	readonly now: number;
};

/** Makes a decision from a plan. */
export function plannedDecision(
	{ decisionId, pot, trigger, holdings, now }: Decided,
	planned: PotPlan,
): Draft {
	const { changes: wanted, ...plan } = planned;
	const moving = new Set(holdings.filter(({ isMoving }) => isMoving).map(({ coin }) => coin));
	// A coin whose execution opens or closes waits for the next decision.
	const changes = inOrder(wanted.filter(({ coin }) => !moving.has(coin))).map((change) =>
		fixed(change, holdings),
	);
	const underCash = underCashReason(pot, planned);
	return {
		record: {
			decisionId,
			potId: pot.potId,
			at: now,
			trigger,
			plan,
			changes,
			validUntil: now + VALID_MS,
		},
		events: changes.flatMap(({ kind }, change): Draft['events'] => {
			const grows = kind === 'open' || kind === 'enlarge';
			if (grows && underCash !== undefined)
				return [{ change, event: { kind: 'skipped', at: now, message: underCash } }];
			if (pot.settings.mode === 'suggest') return [{ change, event: { kind: 'suggested', at: now } }];
			return [];
		}),
	};
}

/** Makes a decision that closes all of the holdings. */
export function closingDecision({ decisionId, pot, trigger, holdings, now }: Decided): Draft {
	return urgent({ decisionId, pot, trigger, now }, holdings, () => ONE, AUTOPILOT_TEXT.closesAll());
}

/** Makes a decision that closes these parts of the holdings, in this order. */
export function marginDecision(
	{ decisionId, pot, trigger, holdings, now }: Decided,
	{ exchange, message }: MarginAlarm,
	reductions: readonly PairReduction[],
): Draft {
	const shares = new Map(reductions.map(({ executionId, share }) => [executionId, share]));
	return urgent(
		{ decisionId, pot, trigger, now },
		reductions.flatMap((one) => holdings.find(({ executionId }) => executionId === one.executionId) ?? []),
		({ executionId }) => shares.get(executionId) ?? ZERO,
		AUTOPILOT_TEXT.marginReduction({ exchange: shownNameOf(exchange), why: message }),
	);
}

function urgent(
	{ decisionId, pot, trigger, now }: Omit<Decided, 'holdings'>,
	holdings: readonly PotHolding[],
	shareOf: (holding: PotHolding) => Decimal,
	explanation: Words,
): Draft {
	const changes = holdings.map((holding) => {
		const share = shareOf(holding);
		const isWhole = share >= ONE;
		return fixed(
			{
				kind: isWhole ? 'close' : 'reduce',
				coin: holding.coin,
				long: holding.long,
				short: holding.short,
				executionId: holding.executionId,
				leg: null,
				notional: mulDown(holding.notional ?? ZERO, isWhole ? ONE : share),
				share: isWhole ? null : share,
				gain: null,
				cost: null,
				costMax: null,
				explanation,
			},
			holdings,
		);
	});
	const record = {
		decisionId,
		potId: pot.potId,
		at: now,
		trigger,
		plan: null,
		changes,
		validUntil: now + VALID_MS,
	};
	return { record, events: [] };
}

/** Sorts changes: first what reduces, then rolls, then openings. The planner's order decides within a kind. */
function inOrder(changes: readonly PlannedChange[]): readonly PlannedChange[] {
	return CHANGE_KINDS.flatMap((kind) => changes.filter((change) => change.kind === kind));
}

/** Fixes how many coins a reduction leaves, so that repeating it after a crash closes nothing twice. */
function fixed(change: PlannedChange, holdings: readonly PotHolding[]): DecidedChange {
	if (!isReduction(change.kind)) return { ...change, remaining: null };
	const held = holdings.find(({ executionId }) => executionId === change.executionId);
	if (change.kind === 'close' || held === undefined || change.share === null)
		return { ...change, remaining: ZERO };
	return { ...change, remaining: mulDown(held.quantity, sub(ONE, change.share)) };
}

function underCashReason(pot: Pot, { netOnCapital, cash }: PotPlan): Words | undefined {
	const least = pot.settings.limits.minNetOverCashPct;
	if (netOnCapital !== null && sub(netOnCapital, cash) >= divDown(least, PERCENT)) return undefined;
	return AUTOPILOT_TEXT.underCash({ net: netOnCapital, cash, least });
}
