/** Keeps the contracts of a simulated exchange, whose ticks and lots may change while they trade. */
import { isMultipleOf } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { VenueOrder } from '../../src/ports/venue.ts';
import type { Faults } from './faults.ts';

export type Steps = Pick<Instrument, 'tickSize' | 'lotSize' | 'quantityMin'>;

/**
 * Maximum number of orders with an old tick or lot that may be sent before the service learns of the change. It is
 * above one because responses get lost, and several executions send orders at once.
 */
const REFUSED_BY_STEPS_MAX = 6;

export function createContracts(options: {
	readonly venue: string;
	readonly instruments: readonly Instrument[];
	readonly faults: Faults;
	readonly onMisfit: (sentence: string) => void;
}) {
	const { venue, faults } = options;
	let { instruments } = options;
	/** Earlier ticks and lots by symbol. An order that fits them was sent before the service learned of the change. */
	const oldSteps = new Map<string, readonly Instrument[]>();
	/** Contracts that take no orders. The value is when the exchange's list starts to say so. */
	const stopped = new Map<string, number>();
	const closedForGood = new Set<string>();
	const unlisted = new Set<string>();
	/** Number of orders with an old tick or lot that the exchange has refused since the last change. */
	const refused = new Map<string, number>();

	function instrument(symbol: string): Instrument {
		const found = instruments.find((candidate) => candidate.symbol === symbol);
		if (found === undefined) throw new Error(`${venue} lists no ${symbol}.`);
		return found;
	}

	/**
	 * Counts a refusal. After one refusal arrives, the service rereads the contracts and must stop using the old tick
	 * and lot.
	 */
	function noteRefused({ symbol, clientOrderId }: VenueOrder): void {
		faults.note('refused: steps of before');
		const count = (refused.get(symbol) ?? 0) + 1;
		refused.set(symbol, count);
		if (count > REFUSED_BY_STEPS_MAX)
			options.onMisfit(`${venue} still gets orders by the steps of before: ${clientOrderId}`);
	}

	return {
		instrument,
		/** Returns the contracts as listed now. */
		listed: (): readonly Instrument[] => instruments.filter(({ symbol }) => !unlisted.has(symbol)),
		stop(symbol: string, toldAt: number, isForGood: boolean): void {
			stopped.set(symbol, toldAt);
			if (isForGood) closedForGood.add(symbol);
		},
		resume(symbol: string): void {
			if (!closedForGood.has(symbol)) stopped.delete(symbol);
		},
		unlist(symbol: string): void {
			unlisted.add(symbol);
		},
		isStopped: (symbol: string): boolean => stopped.has(symbol),
		/**
		 * Returns when the exchange's list starts to say that the contract takes no orders; undefined if trading is
		 * not stopped. The time may be in the future.
		 */
		toldStoppedAt: (symbol: string): number | undefined => stopped.get(symbol),
		/** Applies a new tick and lot. Later orders must fit them. */
		changeSteps(coin: string, steps: (instrument: Instrument) => Steps): void {
			if (faults.ended()) return;
			faults.note('steps changed');
			instruments = instruments.map((listed) => {
				if (listed.coin !== coin) return listed;
				refused.delete(listed.symbol);
				oldSteps.set(listed.symbol, [...(oldSteps.get(listed.symbol) ?? []), listed]);
				return { ...listed, ...steps(listed) };
			});
		},
		/**
		 * True for an order that fits an earlier tick and lot but not the current ones. An order that fits neither is
		 * reported as a misfit.
		 */
		isByOldSteps(order: VenueOrder): boolean {
			const present = instrument(order.symbol);
			if (fits(order, [present])) return false;
			// After a fill in the new lot, an order may combine a quantity in that lot with a price on the old tick.
			if (!fits(order, [present, ...(oldSteps.get(order.symbol) ?? [])])) {
				options.onMisfit(`${venue} got an order off its lot or its tick: ${order.clientOrderId}`);
				return false;
			}
			noteRefused(order);
			return true;
		},
	};
}

function fits({ quantity, limitPrice }: VenueOrder, steps: readonly Instrument[]): boolean {
	return (
		quantity > 0n &&
		limitPrice > 0n &&
		steps.some(({ lotSize }) => isMultipleOf(quantity, lotSize)) &&
		steps.some(({ tickSize }) => isMultipleOf(limitPrice, tickSize))
	);
}
