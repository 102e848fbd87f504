/** Turns a plan into a decision: order of the changes, what is skipped, and what waits for a person. Pure functions. */
import { type Decimal, divDown, fromInteger, max, mulDown, ONE, sub, ZERO } from '../domain/decimal.ts';
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
	type QueueAlarm,
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
const URGENT: ReadonlySet<TriggerKind> = new Set(['margin_alarm', 'adl', 'drawdown', 'stop']);

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
	// A coin whose execution opens or closes waits for the next decision. So does growth that the plan pays for with
	// less of such a coin.
	const frees = wanted.some(({ coin, kind }) => moving.has(coin) && isReduction(kind));
	const isNow = ({ coin, kind }: PlannedChange): boolean =>
		!moving.has(coin) && !(frees && (kind === 'open' || kind === 'enlarge'));
	const changes = fixed(wanted.filter(isNow), holdings);
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

/** Makes a decision that closes a part of a pair before the exchange deleverages one of its legs. */
export function queueDecision(
	{ decisionId, pot, trigger, holdings, now }: Decided,
	{ executionId, exchange, coin, reduceShare }: QueueAlarm,
): Draft {
	return urgent(
		{ decisionId, pot, trigger, now },
		holdings.filter((held) => held.executionId === executionId && !held.isMoving),
		() => reduceShare,
		AUTOPILOT_TEXT.queueReduction({ exchange: shownNameOf(exchange), coin }),
	);
}

function urgent(
	{ decisionId, pot, trigger, now }: Omit<Decided, 'holdings'>,
	holdings: readonly PotHolding[],
	shareOf: (holding: PotHolding) => Decimal,
	explanation: Words,
): Draft {
	const changes = holdings.map((holding): DecidedChange => {
		const share = shareOf(holding);
		const isWhole = share >= ONE;
		return {
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
			remaining: isWhole ? ZERO : mulDown(holding.quantity, sub(ONE, share)),
			moves: null,
		};
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

/**
 * Sorts the changes, and fixes the coins of reductions and rolls, so that repeating one after a crash closes nothing
 * twice, and a change that is declined enlarges no other. A planned share is of what its execution holds after the
 * changes that the planner lists before it.
 */
function fixed(wanted: readonly PlannedChange[], holdings: readonly PotHolding[]): readonly DecidedChange[] {
	const heldBy = new Map(holdings.map(({ executionId, quantity }) => [executionId, quantity]));
	const coins = takeInTurn(wanted, heldBy, ({ kind, share }, left) =>
		kind === 'close' || share === null ? left : mulDown(left, share),
	);
	const ordered = inOrder(wanted);
	const reductions = ordered.filter(({ kind }) => isReduction(kind));
	const reduced = takeInTurn(reductions, heldBy, (change) => coins.get(change)?.taken ?? ZERO);
	return ordered.map((change) => ({
		...change,
		remaining: isReduction(change.kind)
			? change.kind === 'close'
				? ZERO
				: (reduced.get(change)?.left ?? ZERO)
			: null,
		moves: change.kind === 'roll' ? (coins.get(change)?.taken ?? null) : null,
	}));
}

/** Takes coins from executions, change by change. Returns what each takes and what it leaves. */
function takeInTurn(
	changes: readonly PlannedChange[],
	heldBy: ReadonlyMap<string, Decimal>,
	takenBy: (change: PlannedChange, left: Decimal) => Decimal,
): ReadonlyMap<PlannedChange, { readonly taken: Decimal; readonly left: Decimal }> {
	const lefts = new Map(heldBy);
	const found = new Map<PlannedChange, { readonly taken: Decimal; readonly left: Decimal }>();
	for (const change of changes) {
		const before = change.executionId === null ? undefined : lefts.get(change.executionId);
		if (change.executionId === null || before === undefined) continue;
		const taken = takenBy(change, before);
		const left = max(ZERO, sub(before, taken));
		lefts.set(change.executionId, left);
		found.set(change, { taken, left });
	}
	return found;
}

function underCashReason(pot: Pot, { netOnCapital, cash }: PotPlan): Words | undefined {
	const least = pot.settings.limits.minNetOverCashPct;
	if (netOnCapital !== null && sub(netOnCapital, cash) >= divDown(least, PERCENT)) return undefined;
	return AUTOPILOT_TEXT.underCash({ net: netOnCapital, cash, least });
}
