import type { ErrorCode } from '../../domain/codes.ts';
import { type Decimal, formatDecimal, sub } from '../../domain/decimal.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { type CheckRow, stated, withFacts } from './check-row.ts';
import { type InstrumentUse, type OpenFacts, ROLES } from './facts.ts';
import { holderText, instrumentText, POSITION_TEXT } from './text.ts';

/**
 * Checks the account's position on each instrument. Venues net positions, so the position must equal the sum of our
 * executions' legs. The new leg must be on the same side, with the same leverage and margin mode.
 */
export function position(facts: OpenFacts): readonly CheckRow[] {
	return ROLES.map((role) => {
		const { venue, instrument } = facts.trade[role].plan;
		const name = instrumentText(venue, instrument.symbol);
		const { use } = facts.legs[role];
		const conflict = positionConflict(instrument, role, facts.leverage, use);
		const code = conflict?.code ?? 'POSITION_CONFLICT';
		const row = stated({ check: `position_${role}`, code }, conflict === undefined, () => ({
			value: formatDecimal(use.reported),
			limit: formatDecimal(nearest(use)),
			message: conflict?.sentence ?? POSITION_TEXT.agrees(name, use.reported),
		}));
		return withFacts(row, { exchange: venue, symbol: instrument.symbol, ...conflict?.facts });
	});
}

type Conflict = {
	/** Error code of the refusal; undefined means POSITION_CONFLICT. */
	readonly code?: ErrorCode;
	readonly sentence: string;
	readonly facts: Readonly<Record<string, unknown>>;
};

/**
 * Returns why the account cannot hold an isolated leg with this side and leverage in addition to its position;
 * undefined if it can.
 */
export function positionConflict(
	instrument: Instrument,
	role: LegRole,
	leverage: Decimal,
	use: InstrumentUse,
): Conflict | undefined {
	const name = instrumentText(instrument.venue, instrument.symbol);
	return stuckClose(name, use) ?? unmanaged(name, use) ?? sharing(name, instrument, role, leverage, use);
}

/** Finds a close that the venue refuses now. The venue would not close a new leg either. */
function stuckClose(name: string, { sharers }: InstrumentUse): Conflict | undefined {
	const stuck = sharers.find(({ refusedClose }) => refusedClose !== undefined);
	if (stuck === undefined) return undefined;
	return {
		code: 'CLOSE_REFUSED',
		sentence: POSITION_TEXT.closeRefused(
			name,
			holderText(stuck.executionId),
			stuck.refusedClose ?? 'no reason',
		),
		facts: { executionId: stuck.executionId ?? null, refusal: stuck.refusedClose },
	};
}

function unmanaged(name: string, use: InstrumentUse): Conflict | undefined {
	const { reported, managedMin, managedMax } = use;
	if (reported >= managedMin && reported <= managedMax) return undefined;
	const managed = nearest(use);
	return {
		sentence: POSITION_TEXT.unmanaged(name, reported, managed),
		facts: { held: reported, managed, unmanaged: sub(reported, managed) },
	};
}

function sharing(
	name: string,
	{ quantityMin, lotSize }: Instrument,
	role: LegRole,
	leverage: Decimal,
	use: InstrumentUse,
): Conflict | undefined {
	for (const sharer of use.sharers) {
		const facts = { executionId: sharer.executionId ?? null };
		const holder = holderText(sharer.executionId);
		if (sharer.isRepaired)
			return {
				sentence: POSITION_TEXT.repaired(name, holder),
				facts,
			};
		if (sharer.role !== role)
			return {
				sentence: POSITION_TEXT.otherSide(name, sharer.role, role, holder),
				facts: { ...facts, side: sharer.role },
			};
		if (sharer.leverage !== leverage)
			return {
				sentence: POSITION_TEXT.otherLeverage(name, sharer.leverage, leverage, holder),
				facts: { ...facts, leverage: sharer.leverage },
			};
		if (sharer.marginMode !== 'isolated')
			return {
				sentence: POSITION_TEXT.otherMarginMode(name, sharer.marginMode, holder),
				facts: { ...facts, marginMode: sharer.marginMode },
			};
	}
	const [other] = use.sharers;
	if (other !== undefined && quantityMin > lotSize)
		return {
			sentence: POSITION_TEXT.partialFill(name, quantityMin, lotSize, holderText(other.executionId)),
			facts: { executionId: other.executionId ?? null },
		};
	return undefined;
}

/**
 * Returns the bound to show with the reported position: `managedMin` if the position is below it, otherwise
 * `managedMax`.
 */
function nearest({ reported, managedMin, managedMax }: InstrumentUse) {
	return reported < managedMin ? managedMin : managedMax;
}
