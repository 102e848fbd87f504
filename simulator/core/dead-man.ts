/**
 * Keeps dead-man switches, which cancel an account's orders when its owner falls silent. Each armed switch has the
 * time at which the exchange will cancel the orders it covers. Exchanges arm a switch on request (Binance, OKX,
 * Hyperliquid) or after a lost connection (Bybit); the front ends contain the rules for that. The state survives a
 * kill of the simulator.
 */
/** The orders that one switch covers: all orders of the account, or those with the symbol or the tag. */
export type DeadManScope = { readonly symbol?: string | undefined; readonly tag?: string | undefined };

type Armed = DeadManScope & { readonly accountId: string; readonly at: number };

export type DeadManBook = {
	/**
	 * Arms a switch, which cancels the covered orders at the time `at`. If the switch is already armed, this replaces
	 * its time.
	 */
	arm(accountId: string, scope: DeadManScope, at: number): void;
	/** Disarms a switch. Returns true if it was armed. */
	disarm(accountId: string, scope: DeadManScope): boolean;
	/** Returns the account's armed switches. */
	armed(accountId: string): readonly (DeadManScope & { readonly at: number })[];
	/** Returns how many of the account's switches have fired since `from`. */
	firedSince(accountId: string, from: number): number;
	/**
	 * Returns whether the admin port lets the account use dead-man switches; undefined if it has not decided and the
	 * exchange's own rules apply.
	 */
	granted(accountId: string): boolean | undefined;
	grant(accountId: string, isGranted: boolean): void;
	/** Returns the account's countdown in force at `now`, milliseconds; undefined if it was never set. */
	windowMs(accountId: string, now: number): number | undefined;
	/** Sets the account's countdown, in force from the time `from`. */
	chooseWindow(accountId: string, ms: number, from: number): void;
	/** Cancels the orders of every due switch. `arm`, `disarm`, `armed` and `firedSince` call this first. */
	fireDue(now: number): void;
};

type Kept = {
	armed: Armed[];
	fired: { readonly accountId: string; readonly at: number }[];
	granted: Record<string, boolean>;
	windows: Record<string, { readonly ms: number; readonly from: number }[]>;
};

const META = 'deadMan';
const FIRED_MAX = 1_000;
const WINDOWS_MAX = 10;

/** Creates the switches of one exchange. `cancel` cancels an account's orders by id. */
export function createDeadManBook(options: {
	readonly now: () => number;
	readonly meta: (name: string) => string | undefined;
	readonly setMeta: (name: string, value: string) => void;
	readonly openOrders: (
		accountId: string,
	) => readonly { readonly id: string; readonly request: DeadManScope }[];
	readonly cancel: (accountId: string, ids: readonly string[], at: number) => void;
}): DeadManBook {
	const kept: Kept = {
		...{ armed: [], fired: [], granted: {}, windows: {} },
		...(JSON.parse(options.meta(META) ?? '{}') as Partial<Kept>),
	};
	const keep = (): void => options.setMeta(META, JSON.stringify(kept));
	const isSame = (one: Armed, accountId: string, { symbol, tag }: DeadManScope): boolean =>
		one.accountId === accountId && one.symbol === symbol && one.tag === tag;

	function fireDue(now: number): void {
		const due = kept.armed.filter(({ at }) => at <= now);
		if (due.length === 0) return;
		kept.armed = kept.armed.filter(({ at }) => at > now);
		for (const one of due) fire(one, now);
		keep();
	}

	function disarm(accountId: string, scope: DeadManScope): boolean {
		fireDue(options.now());
		const before = kept.armed.length;
		kept.armed = kept.armed.filter((one) => !isSame(one, accountId, scope));
		if (kept.armed.length === before) return false;
		keep();
		return true;
	}

	function fire({ accountId, symbol, tag }: Armed, now: number): void {
		const covered = options
			.openOrders(accountId)
			.filter(({ request }) => symbol === undefined || request.symbol === symbol)
			.filter(({ request }) => tag === undefined || request.tag === tag);
		kept.fired = [...kept.fired, { accountId, at: now }].slice(-FIRED_MAX);
		options.cancel(
			accountId,
			covered.map(({ id }) => id),
			now,
		);
	}

	return {
		arm(accountId, { symbol, tag }, at) {
			disarm(accountId, { symbol, tag });
			kept.armed.push({ accountId, symbol, tag, at });
			keep();
		},
		disarm,
		armed(accountId) {
			fireDue(options.now());
			return kept.armed.filter((one) => one.accountId === accountId);
		},
		firedSince(accountId, from) {
			fireDue(options.now());
			return kept.fired.filter((one) => one.accountId === accountId && one.at >= from).length;
		},
		granted: (accountId) => kept.granted[accountId],
		grant(accountId, isGranted) {
			kept.granted[accountId] = isGranted;
			keep();
		},
		windowMs: (accountId, now) => kept.windows[accountId]?.findLast(({ from }) => from <= now)?.ms,
		chooseWindow(accountId, ms, from) {
			kept.windows[accountId] = [...(kept.windows[accountId] ?? []), { ms, from }].slice(-WINDOWS_MAX);
			keep();
		},
		fireDue,
	};
}
