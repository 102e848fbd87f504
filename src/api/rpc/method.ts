/** What a method is. The dispatcher, the documentation and the tests all read these definitions. */
import type * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ErrorCode } from '../../domain/codes.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { JsonObject } from '../../domain/exact-json.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';
import type { VenueSite } from '../../domain/venue-sites.ts';
import type { AgentAuthority } from '../../identity/agents.ts';
import type { OwnAccess } from '../../identity/own-access.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { AccountOffers } from '../../ports/account-offers.ts';
import type { AlertService } from '../../ports/alert-targets.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ExchangeAccounts } from '../../ports/exchange-accounts.ts';
import type { KillSwitches } from '../../ports/halts.ts';
import type { LedgerExport } from '../../ports/ledger-export.ts';
import type { OpportunityLives } from '../../ports/lives.ts';
import type { Market } from '../../ports/market.ts';
import type { MeteredCallClass } from '../../ports/metrics.ts';
import type { OpportunityBook } from '../../ports/opportunities.ts';
import type { ExecutionControls, OrderService } from '../../ports/order-service.ts';
import type { PortfolioReader } from '../../ports/portfolio.ts';
import type { FiguresReader } from '../../ports/service-figures.ts';
import type { ServiceWatch } from '../../ports/service-watch.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { invalidParams } from './param-errors.ts';

/** What handlers may ask of the rest of the service. */
export type Services = {
	readonly opportunities: OpportunityBook;
	readonly lives: OpportunityLives;
	readonly orderService: OrderService;
	readonly controls: ExecutionControls;
	readonly switches: KillSwitches;
	readonly portfolio: PortfolioReader;
	readonly figures: FiguresReader;
	readonly ledger: LedgerExport;
	readonly exchangeAccounts: ExchangeAccounts;
	readonly offers: AccountOffers;
	readonly market: Market;
	readonly agents: AgentAuthority;
	readonly access: OwnAccess;
	readonly alerts: AlertService;
	readonly audit: AuditTrail;
	readonly watch: ServiceWatch;
	readonly clock: Clock;
	readonly info: {
		readonly service: string;
		/** Semantic version. */
		readonly version: string;
		/** Which money is used. */
		readonly tradingMode: TradingMode;
		/** Requests for the exchanges go to ports of this machine: no order is real. */
		readonly isRehearsal: boolean;
		/** The hosts of requests and streams of each exchange that is traded at. */
		readonly sites: Readonly<Record<string, VenueSite>>;
		/** `Clock.monotonic` at the start, milliseconds. */
		readonly startedAtMonotonic: number;
	};
	/** Limits of the configuration that bound parameters. */
	readonly limits: { readonly leverageMax: Decimal; readonly maxSlippageBpsMax: Decimal };
};

/** Context of a call that needs no token. */
export type PublicCall = {
	readonly services: Services;
	/** Written lists at default terms, and at callers' own. */
	readonly kept: Readonly<Record<'default' | 'own', KeptAnswers>>;
	/** Address of this JSON-RPC endpoint as callers write it. */
	readonly endpoint: () => string;
};

/** Context of a call with the caller whose token was verified. */
export type AuthenticatedCall = PublicCall & { readonly caller: Caller };

/** A result that is written already: JSON in UTF-8. */
export class WrittenResult {
	readonly bytes: Uint8Array;
	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}
}

/** Params and a result that fit the schemas of a method; tests verify both. */
export type MethodExample = {
	readonly params: Readonly<Record<string, unknown>>;
	/** JSON value that fits the schema of the result. */
	readonly result: unknown;
};

type Description<Params extends z.ZodType> = {
	readonly name: string;
	/** One sentence. */
	readonly summary: string;
	readonly params: Params;
	/** Of the result as JSON: decimals are numbers there. */
	readonly result: z.ZodType;
	readonly example: MethodExample;
	/** Codes that this method answers beside those of every method. */
	readonly errors: readonly ErrorCode[];
	/** Default 10 s. What the method began goes on after it. */
	readonly timeLimitMs?: number;
	/** Its answer is large: a batch does not take it. */
	readonly isAnsweredAlone?: boolean;
	/** For a method that will go, a sentence: since which version, and what to call in its place. */
	readonly deprecated?: string;
};

/** Definition of a method as the dispatcher runs it, with its scope, limits and errors. */
export type Method = Omit<Description<z.ZodType>, 'timeLimitMs'> & {
	readonly scope: Scope | 'public';
	/** Of a public method that shows more to a caller of this scope: then `caller` is there, where a good token came. */
	readonly showsMoreTo?: Scope;
	/** For pages of a browser in which the user is logged in: refused to copied tokens, applications and agents. */
	readonly isOfLogin?: boolean;
	/** Opens or closes positions: refused as a notification, and in the trading rate limit. */
	readonly tradesMoney: boolean;
	/** Ends trading or risk: in a rate limit of its own, so that nothing else that a user calls holds it up. */
	readonly isStop?: boolean;
	/** Takes its own credit, once it knows whose. */
	readonly chargesItself?: boolean;
	readonly timeLimitMs: number;
	/** @throws CarrywireError INVALID_PARAMS, then what the handler throws. `caller` is there when `scope` asks for one. */
	readonly run: (params: JsonObject, call: PublicCall, caller: Caller | undefined) => unknown;
};

/** Longest time that a caller waits for a method without a limit of its own, milliseconds. */
export const METHOD_TIME_LIMIT_MS = 10_000;

/** Which bucket of the rate limits a call draws on. A preview stops nothing: it must not hold up what does. */
export function callClassOf(
	{ scope, tradesMoney, isStop }: Omit<Method, 'run'>,
	params: JsonObject | 'positional' = {},
): MeteredCallClass {
	if (scope === 'public') return 'public';
	if (isStop === true && (params === 'positional' || params.preview !== true)) return 'stop';
	return tradesMoney ? 'trade' : 'read';
}

/** Defines a method that needs no token; `run` validates params before it calls `handle`. */
export function publicMethod<Params extends z.ZodType>(
	description: Description<Params> & {
		readonly showsMoreTo?: Scope;
		readonly handle: (params: z.output<Params>, call: PublicCall, caller: Caller | undefined) => unknown;
	},
): Method {
	const { handle, timeLimitMs = METHOD_TIME_LIMIT_MS, ...rest } = description;
	return {
		...rest,
		scope: 'public',
		tradesMoney: false,
		timeLimitMs,
		run: (params, call, caller) => handle(readParams(rest.params, params), call, caller),
	};
}

/** Defines a method that needs a token with the scope; `run` validates params before it calls `handle`. */
export function scopedMethod<Params extends z.ZodType>(
	description: Description<Params> & {
		readonly scope: Scope;
		readonly isOfLogin?: boolean;
		readonly tradesMoney: boolean;
		readonly isStop?: boolean;
		readonly handle: (params: z.output<Params>, call: AuthenticatedCall) => unknown;
	},
): Method {
	const { handle, timeLimitMs = METHOD_TIME_LIMIT_MS, ...rest } = description;
	return {
		...rest,
		...(rest.isOfLogin === true ? { errors: ['LOGIN_REQUIRED', ...rest.errors] } : {}),
		timeLimitMs,
		run(params, call, caller) {
			if (caller === undefined || !caller.scopes.has(rest.scope))
				throw new Error(`The method ${rest.name} was run without a caller of scope ${rest.scope}.`);
			if (rest.isOfLogin === true && caller.login === undefined)
				throw new CarrywireError(
					'LOGIN_REQUIRED',
					`${rest.name} is for a browser that is logged in; no copied token, application or agent may call it.`,
				);
			return handle(readParams(rest.params, params), { ...call, caller });
		},
	};
}

/** @throws CarrywireError INVALID_PARAMS */
export function readParams<Params extends z.ZodType>(schema: Params, params: JsonObject): z.output<Params> {
	const read = schema.safeParse(params);
	if (read.success) return read.data;
	throw invalidParams(read.error.issues, params);
}
