/** Definition of a method, read by the dispatcher, the documentation and the tests. */
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
import type { AnswerCache } from './answer-cache.ts';
import { invalidParams } from './param-errors.ts';
import { RIGHTS_TEXT } from './text.ts';

/** Services that handlers may use. */
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
		/** Kind of money that is traded. */
		readonly tradingMode: TradingMode;
		/** True when requests to exchanges go to local ports, so that no order is real. */
		readonly isRehearsal: boolean;
		/** Hosts of requests and streams by traded exchange. */
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
	/** Cached lists at default terms, and at callers' own terms. */
	readonly answerCaches: Readonly<Record<'default' | 'own', AnswerCache>>;
	/** Public address of this JSON-RPC endpoint. */
	readonly endpoint: () => string;
};

/** Context of a call with the caller whose token was verified. */
export type AuthenticatedCall = PublicCall & { readonly caller: Caller };

/** A result that is already serialized: JSON in UTF-8. */
export class WrittenResult {
	readonly bytes: Uint8Array;
	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}
}

/** Example call of a method; tests validate params and result against its schemas. */
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
	/** Schema of the result as JSON, in which decimals are numbers. */
	readonly result: z.ZodType;
	readonly example: MethodExample;
	/** Error codes of this method beside the common ones. */
	readonly errors: readonly ErrorCode[];
	/** Default 10 s. Work that the method started continues after the limit. */
	readonly timeLimitMs?: number;
	/** True for a large answer, which is refused inside a batch. */
	readonly isAnsweredAlone?: boolean;
	/** Sentence for a deprecated method: since which version, and its replacement. */
	readonly deprecated?: string;
};

/** A method as the dispatcher runs it, with its scope, limits and errors. */
export type Method = Omit<Description<z.ZodType>, 'timeLimitMs'> & {
	readonly scope: Scope | 'public';
	/** Scope for which a public method shows more. Its `run` gets `caller` when a valid token was sent. */
	readonly showsMoreTo?: Scope;
	/** True for methods of the logged-in browser. They are refused to API tokens, applications and agents. */
	readonly isOfLogin?: boolean;
	/** True when it opens or closes positions: refused as a notification, and counted in the trading rate limit. */
	readonly tradesMoney: boolean;
	/** True when it stops trading or reduces risk. Its rate limit is separate, so that other calls never delay it. */
	readonly isStop?: boolean;
	/** True when the method charges the rate limit itself, once it knows whose. */
	readonly chargesItself?: boolean;
	readonly timeLimitMs: number;
	/**
	 * Validates params and runs the handler. `caller` is defined unless `scope` is public. @throws CarrywireError
	 * INVALID_PARAMS, then the errors of the handler.
	 */
	readonly run: (params: JsonObject, call: PublicCall, caller: Caller | undefined) => unknown;
};

/** Default time limit of a method, milliseconds. */
export const METHOD_TIME_LIMIT_MS = 10_000;

/** Returns the rate-limit class of a call. A preview stops nothing, so it must not use the limit of real stops. */
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
				throw new Error(`The method ${rest.name} ran without a caller that has the scope ${rest.scope}.`);
			if (rest.isOfLogin === true && caller.login === undefined)
				throw new CarrywireError('LOGIN_REQUIRED', RIGHTS_TEXT.loginOnly(rest.name));
			return handle(readParams(rest.params, params), { ...call, caller });
		},
	};
}

/** Validates params against a schema. @throws CarrywireError INVALID_PARAMS */
export function readParams<Params extends z.ZodType>(schema: Params, params: JsonObject): z.output<Params> {
	const read = schema.safeParse(params);
	if (read.success) return read.data;
	throw invalidParams(read.error.issues, params);
}
