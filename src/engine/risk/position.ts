import type { ErrorCode } from '../../domain/codes.ts';
import { type Decimal, formatDecimal, sub } from '../../domain/decimal.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { Words } from '../../sentences/sentence.ts';
import { type CheckRow, stated, withFacts } from './check-row.ts';
import { type InstrumentUse, type OpenFacts, ROLES } from './facts.ts';
import { CHECK_TEXT, instrumentText } from './text.ts';

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
			message: conflict?.sentence ?? CHECK_TEXT.positionAgrees({ instrument: name, held: use.reported }),
		}));
		return withFacts(row, { exchange: venue, symbol: instrument.symbol, ...conflict?.facts });
	});
}

type Conflict = {
	/** Error code of the refusal; undefined means POSITION_CONFLICT. */
	readonly code?: ErrorCode;
	readonly sentence: Words;
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
	const refusal = stuck?.refusedClose;
	if (stuck === undefined || refusal === undefined) return undefined;
	const execution = stuck.executionId ?? null;
	return {
		code: 'CLOSE_REFUSED',
		sentence: CHECK_TEXT.positionCloseRefused({ instrument: name, execution, refusal }),
		facts: { executionId: execution, refusal },
	};
}

function unmanaged(name: string, use: InstrumentUse): Conflict | undefined {
	const { reported, managedMin, managedMax } = use;
	if (reported >= managedMin && reported <= managedMax) return undefined;
	const managed = nearest(use);
	const rest = sub(reported, managed);
	return {
		sentence: CHECK_TEXT.positionUnmanaged({ instrument: name, held: reported, managed, rest }),
		facts: { held: reported, managed, unmanaged: rest },
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
		const holder = { instrument: name, execution: sharer.executionId ?? null };
		if (sharer.isRepaired)
			return {
				sentence: CHECK_TEXT.positionRepaired(holder),
				facts,
			};
		if (sharer.role !== role)
			return {
				sentence: CHECK_TEXT.positionOtherSide({ ...holder, side: sharer.role, wanted: role }),
				facts: { ...facts, side: sharer.role },
			};
		if (sharer.leverage !== leverage)
			return {
				sentence: CHECK_TEXT.positionOtherLeverage({ ...holder, held: sharer.leverage, wanted: leverage }),
				facts: { ...facts, leverage: sharer.leverage },
			};
		if (sharer.marginMode !== 'isolated')
			return {
				sentence: CHECK_TEXT.positionOtherMarginMode({ ...holder, mode: sharer.marginMode }),
				facts: { ...facts, marginMode: sharer.marginMode },
			};
	}
	const [other] = use.sharers;
	if (other !== undefined && quantityMin > lotSize)
		return {
			sentence: CHECK_TEXT.positionPartialFill({
				instrument: name,
				execution: other.executionId ?? null,
				smallest: quantityMin,
				lot: lotSize,
			}),
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
