/**
 * What the exchange says of itself: whether trading is open, maintenance to come, transfers that are suspended, contracts
 * that will be closed or are paused. A paused contract takes no orders, and one whose time has come is closed for good
 * (`contract-desk.ts`). The rest is said and no more: orders are taken all the same, so that a client is seen to heed what it is
 * told. Kept in memory, like the fault plan.
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
	/** In the order in which they were announced. */
	maintenance(): readonly PlannedMaintenance[];
	/** @throws RangeError for more than `PLANS_MAX` */
	plan(maintenance: Omit<PlannedMaintenance, 'id'>): PlannedMaintenance;
	/** Forgets all maintenance to come. Answers how much there was. */
	cancelPlans(): number;
	transfers(currency: string): Transfers;
	setTransfers(currency: string, transfers: Transfers): void;
	/** When the contract is closed for good; undefined while nothing is announced. */
	delistingAt(symbol: string): number | undefined;
	/** Contracts whose time has come by `now`. */
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
	// As many entries as the exchange has currencies and contracts: the admin port takes no others.
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
