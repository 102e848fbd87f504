/** Defines what a method consists of. The dispatcher, the documentation and the tests use the definitions. */
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
import type { Autopilot } from '../../ports/autopilot-service.ts';
import type { ChatLinks } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ExchangeAccounts } from '../../ports/exchange-accounts.ts';
import type { FundingMap } from '../../ports/funding-map.ts';
import type { KillSwitches } from '../../ports/halts.ts';
import type { LedgerExport } from '../../ports/ledger-export.ts';
import type { OpportunityLives } from '../../ports/lives.ts';
import type { Market } from '../../ports/market.ts';
import type { MeteredCallClass } from '../../ports/metrics.ts';
import type { OpportunityBook } from '../../ports/opportunities.ts';
import type { OpportunityHistories } from '../../ports/opportunity-history.ts';
import type { ExecutionControls, OrderService } from '../../ports/order-service.ts';
import type { OwnTransferService } from '../../ports/own-transfer-service.ts';
import type { PerformanceReader } from '../../ports/performance.ts';
import type { PlannedTransfers } from '../../ports/planned-transfers.ts';
import type { PortfolioReader } from '../../ports/portfolio.ts';
import type { PortfolioPlanner } from '../../ports/portfolio-planner.ts';
import type { Replays } from '../../ports/replays.ts';
import type { FiguresReader } from '../../ports/service-figures.ts';
import type { ServiceWatch } from '../../ports/service-watch.ts';
import type { WhatIf } from '../../ports/what-if.ts';
import type { AnswerCache } from './answer-cache.ts';
import { invalidParams } from './param-errors.ts';
import { RIGHTS_TEXT } from './text.ts';

/** Services that method handlers may use. */
export type Services = {
	readonly opportunities: OpportunityBook;
	readonly lives: OpportunityLives;
	readonly histories: OpportunityHistories;
	readonly orderService: OrderService;
	readonly controls: ExecutionControls;
	readonly switches: KillSwitches;
	readonly portfolio: PortfolioReader;
	readonly planner: PortfolioPlanner;
	readonly transfers: Pick<PlannedTransfers, 'of'>;
	readonly ownTransfers: Pick<OwnTransferService, 'setting'>;
	readonly moneyHistory: PerformanceReader;
	readonly figures: FiguresReader;
	readonly ledger: LedgerExport;
	readonly exchangeAccounts: ExchangeAccounts;
	readonly offers: AccountOffers;
	readonly market: Market;
	readonly fundingMap: FundingMap;
	readonly agents: AgentAuthority;
	readonly access: OwnAccess;
	readonly alerts: AlertService;
	readonly chats: ChatLinks;
	readonly replays: Replays;
	readonly whatIf: WhatIf;
	readonly autopilot: Autopilot;
	readonly audit: AuditTrail;
	readonly watch: ServiceWatch;
	readonly clock: Clock;
	readonly info: {
		readonly service: string;
		/** Semantic version of the service. */
		readonly version: string;
		/** Trading mode: simulated, paper, testnet or live. */
		readonly tradingMode: TradingMode;
		/** True if requests to exchanges go to local ports, so that no order is real. */
		readonly isRehearsal: boolean;
		/** Hosts for requests and streams, by traded exchange. */
		readonly sites: Readonly<Record<string, VenueSite>>;
		/** Value of `Clock.monotonic` when the service started, milliseconds. */
		readonly startedAtMonotonic: number;
	};
	/** Configured limits for parameters. */
	readonly limits: { readonly leverageMax: Decimal; readonly maxSlippageBpsMax: Decimal };
};

/** Context of a call that needs no token. */
export type PublicCall = {
	readonly services: Services;
	/** Caches for lists at default terms, and for lists at callers' own terms. */
	readonly answerCaches: Readonly<Record<'default' | 'own', AnswerCache>>;
	/** The public address of this JSON-RPC endpoint. */
	readonly endpoint: () => string;
};

/** Context of a call whose token was verified, with the caller. */
export type AuthenticatedCall = PublicCall & { readonly caller: Caller };

/** A result that is already serialized as JSON in UTF-8. */
export class WrittenResult {
	readonly bytes: Uint8Array;
	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}
}

/** Example call of a method. Tests validate its params and result against the method's schemas. */
export type MethodExample = {
	readonly params: Readonly<Record<string, unknown>>;
	/** JSON value that fits the result's schema. */
	readonly result: unknown;
};

type Description<Params extends z.ZodType> = {
	readonly name: string;
	/** One sentence that describes the method. */
	readonly summary: string;
	readonly params: Params;
	/** Schema of the result as JSON, in which decimals are numbers. */
	readonly result: z.ZodType;
	readonly example: MethodExample;
	/** Error codes of this method, in addition to the common ones. */
	readonly errors: readonly ErrorCode[];
	/** Time limit, milliseconds; default 10 s. Work that the method started continues after the limit. */
	readonly timeLimitMs?: number;
	/** True for a method with large responses, which is refused inside a batch. */
	readonly isAnsweredAlone?: boolean;
	/** For a deprecated method, a sentence that names the version since which it is deprecated and its replacement. */
	readonly deprecated?: string;
};

/** A method as the dispatcher runs it, with its scope, limits and errors. */
export type Method = Omit<Description<z.ZodType>, 'timeLimitMs'> & {
	readonly scope: Scope | 'public';
	/**
	 * Scope that lets a caller see more of a public method's result. If a valid token has this scope, `run` gets the
	 * `caller`.
	 */
	readonly showsMoreTo?: Scope;
	/** True for methods that only a logged-in browser may call. API tokens, applications and agents may not. */
	readonly isOfLogin?: boolean;
	/**
	 * True if the method opens or closes positions. It is refused as a notification, and counts toward the trading
	 * rate limit unless it is a stop.
	 */
	readonly tradesMoney: boolean;
	/**
	 * True if the method stops trading or reduces risk. Stops have a rate limit of their own, so that other calls
	 * never delay them. A function decides by the params of a call.
	 */
	readonly isStop?: StopRule;
	/** True if the method charges the rate limit itself, once it has identified the caller. */
	readonly chargesItself?: boolean;
	readonly timeLimitMs: number;
	/**
	 * Validates params and runs the handler. `caller` is defined unless `scope` is public. @throws CarrywireError
	 * INVALID_PARAMS, or the handler's errors.
	 */
	readonly run: (params: JsonObject, call: PublicCall, caller: Caller | undefined) => unknown;
};

/** Says whether the calls of a method are stops. */
export type StopRule = boolean | ((params: JsonObject) => boolean);

/** Default time limit of a method, milliseconds. */
export const METHOD_TIME_LIMIT_MS = 10_000;

/** Returns a call's rate-limit class. A preview stops nothing, so it must not use up the limit for real stops. */
export function callClassOf(
	{ scope, tradesMoney, isStop }: Omit<Method, 'run'>,
	params: JsonObject | 'positional' = {},
): MeteredCallClass {
	if (scope === 'public') return 'public';
	const isNamed = params !== 'positional';
	const stops = typeof isStop === 'function' ? !isNamed || isStop(params) : isStop === true;
	if (stops && (!isNamed || params.preview !== true)) return 'stop';
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

/** Defines a method that needs a token with the given scope; `run` validates params before it calls `handle`. */
export function scopedMethod<Params extends z.ZodType>(
	description: Description<Params> & {
		readonly scope: Scope;
		readonly isOfLogin?: boolean;
		readonly tradesMoney: boolean;
		readonly isStop?: StopRule;
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
				throw new CarrywireError('LOGIN_REQUIRED', RIGHTS_TEXT.loginOnly({ method: rest.name }));
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
