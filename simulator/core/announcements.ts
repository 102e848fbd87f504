/**
 * Announcements of the exchange: trading open or closed, planned maintenance, suspended transfers, contracts to be
 * delisted or paused. A paused contract takes no orders, and one whose time has come is delisted
 * (`contract-desk.ts`). Everything else is only announced: orders are still accepted, so that tests see whether a
 * client respects announcements. Kept in memory, like the fault plan.
 */

export const SERVICE_STATES = ['open', 'closed', 'cancelOnly'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

export type Service = { readonly state: ServiceState; readonly title: string; readonly since: number };
export type PlannedMaintenance = {
	readonly id: string;
	readonly title: string;
	readonly from: number;
	readonly until: number;
};
export type Transfers = { readonly deposit: boolean; readonly withdrawal: boolean };

export type Announcements = {
	service(): Service;
	setService(state: ServiceState, title: string, now: number): void;
	/** In order of announcement. */
	maintenance(): readonly PlannedMaintenance[];
	/** @throws RangeError for more than `PLANS_MAX` */
	plan(maintenance: Omit<PlannedMaintenance, 'id'>): PlannedMaintenance;
	/** Removes all planned maintenance. Returns how many entries there were. */
	cancelPlans(): number;
	transfers(currency: string): Transfers;
	setTransfers(currency: string, transfers: Transfers): void;
	/** Time of the contract's delisting; undefined if none is announced. */
	delistingAt(symbol: string): number | undefined;
	/** Contracts due for delisting by `now`. */
	delistedAt(now: number): readonly string[];
	setDelisting(symbol: string, at: number | undefined): void;
	isPaused(symbol: string): boolean;
	setPaused(symbol: string, paused: boolean): void;
};

export const PLANS_MAX = 20;
const OPEN_TRANSFERS: Transfers = { deposit: true, withdrawal: true };

export function createAnnouncements(): Announcements {
	let service: Service = { state: 'open', title: '', since: 0 };
	let plans: PlannedMaintenance[] = [];
	let lastId = 0;
	// At most one entry per currency or contract of the exchange: the admin port accepts no others.
	const transfers = new Map<string, Transfers>();
	const delistings = new Map<string, number>();
	const paused = new Set<string>();
	return {
		service: () => service,
		setService(state, title, now) {
			service = { state, title, since: now };
		},
		maintenance: () => plans,
		plan(maintenance) {
			if (plans.length >= PLANS_MAX)
				throw new RangeError(`There is too much planned maintenance, limit ${PLANS_MAX}.`);
			lastId += 1;
			const plan = { id: String(lastId), ...maintenance };
			plans = [...plans, plan];
			return plan;
		},
		cancelPlans() {
			const count = plans.length;
			plans = [];
			return count;
		},
		transfers: (currency) => transfers.get(currency) ?? OPEN_TRANSFERS,
		setTransfers(currency, state) {
			transfers.set(currency, state);
		},
		delistingAt: (symbol) => delistings.get(symbol),
		delistedAt: (now) => [...delistings].flatMap(([symbol, at]) => (at <= now ? [symbol] : [])),
		setDelisting(symbol, at) {
			if (at === undefined) delistings.delete(symbol);
			else delistings.set(symbol, at);
		},
		isPaused: (symbol) => paused.has(symbol),
		setPaused(symbol, isPaused) {
			if (isPaused) paused.add(symbol);
			else paused.delete(symbol);
		},
	};
}
