/**
 * The switches that cancel an account's orders when its owner falls silent: for each that is armed, the instant at which the
 * exchange cancels what it covers. Exchanges arm it by request (Binance, OKX, Hyperliquid) or by the loss of a connection
 * (Bybit); the faces have the rules. All of it survives a kill of the simulator.
 */
/** Orders that one switch cancels: all of the account, or those with the symbol or the tag. */
export type DeadManScope = { readonly symbol?: string | undefined; readonly tag?: string | undefined };

type Armed = DeadManScope & { readonly accountId: string; readonly at: number };

export type DeadManBook = {
	/** Cancels what the scope covers at `at`, instead of when it would have been. */
	arm(accountId: string, scope: DeadManScope, at: number): void;
	/** Answers whether it was armed. */
	disarm(accountId: string, scope: DeadManScope): boolean;
	/** Those of the account that are armed. */
	armed(accountId: string): readonly (DeadManScope & { readonly at: number })[];
	/** How often the account's switches have fired since `from`. */
	firedSince(accountId: string, from: number): number;
	/** True or false where the exchange has granted or refused it past its own rules; undefined: the rules alone. */
	granted(accountId: string): boolean | undefined;
	grant(accountId: string, isGranted: boolean): void;
	/** A setting of the account in force at `now`, milliseconds; undefined before it was chosen. */
	windowMs(accountId: string, now: number): number | undefined;
	/** From `from` on. */
	chooseWindow(accountId: string, ms: number, from: number): void;
	/** Cancels what is due; every call above does so first. */
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

/** `cancel`: cancels the orders of an account with these ids. */
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
