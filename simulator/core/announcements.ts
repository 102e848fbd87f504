/**
 * Keeps the exchange's announcements: trading open or closed, planned maintenance, suspended transfers, and contracts
 * to be delisted or paused. A paused contract takes no orders, and a contract is delisted at its announced time
 * (`contract-listing.ts`). All other announcements have no effect: the exchange still accepts orders, so that tests
 * show whether a client respects them. Announcements are kept in memory, like the fault plan, so a restart removes
 * them.
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
	/** Returns the planned maintenance, in the order in which it was announced. */
	maintenance(): readonly PlannedMaintenance[];
	/** @throws RangeError if there are already `PLANS_MAX` entries */
	plan(maintenance: Omit<PlannedMaintenance, 'id'>): PlannedMaintenance;
	/** Removes all planned maintenance and returns the number of removed entries. */
	cancelPlans(): number;
	transfers(currency: string): Transfers;
	setTransfers(currency: string, transfers: Transfers): void;
	/** Returns the delisting time of the contract; undefined if none is announced. */
	delistingAt(symbol: string): number | undefined;
	/** Returns the contracts whose announced delisting time is `now` or earlier. */
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
	// The maps and the set below have at most one entry per currency or contract of the exchange, because the admin
	// port accepts no others.
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
