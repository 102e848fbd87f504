// Written by scripts/generate-docs.ts from the code. Change the code, not this file.

/**
 * Types of params and results of every method. Numbers are JSON numbers with at most 15 significant digits, so that
 * a JavaScript double keeps every digit. Rates and shares are fractions (0.0001 is 0.01 %), fields whose names end
 * in `_pct` are percentages, money is USD, an unknown value is `null`.
 */

/** Kind of money: simulated exchanges, paper accounts at real prices, test money, or real money. */
export type TradingMode = 'simulated' | 'paper' | 'testnet' | 'live';

/** Reason why a member is null or uncertain. */
export type Reason = {
	/** Path of the member that the reason explains. */
	readonly field: string;
	/** Stable code for programs. */
	readonly code: string;
	/** Sentence for people. */
	readonly message: string;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
};

/** Execution mode. */
export type ExecutionMode = 'auto' | 'grid' | 'single-direct' | 'single-delay';

/** State of an execution. */
export type ExecutionStatus =
	| 'queued'
	| 'opening'
	| 'running'
	| 'closing'
	| 'closed'
	| 'failed'
	| 'needs_attention';

/** Expected net of an opportunity after all costs. */
export type Net = {
	/** Capital in USD over both legs; the figures apply to this amount. */
	readonly amount: number;
	/** Holding period in hours: the one you requested, else the one of 8, 24, 72, 168, 336, 720 with the largest expected_net. */
	readonly horizon_hours: number;
	/** Leverage of each leg; the figures apply to this leverage. */
	readonly leverage: number;
	/** Funding received minus paid over the horizon, counted in whole settlements of each exchange. */
	readonly expected_carry: number | null;
	/** Standard deviation of expected_carry. */
	readonly carry_sd: number | null;
	/** Cost of opening and closing. */
	readonly cost: {
		/** Fees of both entry fills. */
		readonly entry_fees: number | null;
		/** Fees of both exit fills. */
		readonly exit_fees: number | null;
		/** Both legs: VWAP of each leg against its own mid price. */
		readonly entry_slippage: number | null;
		/** The same as entry_slippage for the exit, from the current books. */
		readonly exit_slippage: number | null;
		/** Expected price basis at exit − price basis now; positive is a cost. */
		readonly basis: number | null;
		/** Sum of the five parts. */
		readonly total: number | null;
	};
	/** expected_carry − cost.total. */
	readonly expected_net: number | null;
	/** expected_net × 8760 / horizon_hours: an annual rate that makes horizons comparable. */
	readonly net_apr: number | null;
	/** net_apr × leverage / 2. */
	readonly net_apr_on_capital: number | null;
	/** P(net > 0). */
	readonly probability_positive: number | null;
	/** P(received carry over the horizon < 0). */
	readonly reversal_probability: number | null;
	/** Hours after which cumulative expected carry stays above all costs; null when not within 2,160 h. */
	readonly break_even_hours: number | null;
	/** Horizon up to 2,160 h with the largest expected net per hour. The default horizon_hours instead has the largest expected net in total. */
	readonly best_horizon_hours: number | null;
	/** trade: no blocking guard, expected_net above 0, probability_positive at least 0.6, a mean carry above 5 % a year over the last 30 days in this direction, and 30 days of the pair's own history. unknown: an input is unknown. no_trade: otherwise. */
	readonly verdict: 'trade' | 'no_trade' | 'unknown';
	/** Reasons for the verdict, one sentence each. */
	readonly reasons: readonly string[];
	/** Parts of each sentence of reasons, in the same order. */
	readonly reason_sentences: readonly ({
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	} | null)[];
	/** Basis of the forecast; null: there is no forecast. */
	readonly model: {
		/** own_history: the pair's own funding history. pooled_prior: the average over all pairs. */
		readonly basis: 'own_history' | 'pooled_prior';
		/** Hours with known settled funding on both legs. */
		readonly observations: number;
		/** True when past forecasts of the model were compared with received funding and the pair has its own history. */
		readonly calibrated: boolean;
	} | null;
};

/** The parts of `Net` in USD. */
export type Cash = {
	/** Coins of each leg. */
	readonly quantity: number;
	/** Notional of one leg in USD, at the long leg’s mid price. All fractions of a leg refer to it. */
	readonly leg_notional: number;
	/** USD: funding received minus paid over the horizon, rounded down. */
	readonly expected_carry: number | null;
	/** USD: fees of both entry fills, rounded up like every cost. */
	readonly entry_fees: number | null;
	/** USD: fees of both exit fills. */
	readonly exit_fees: number | null;
	/** USD, both legs: VWAP of each leg against its own mid price. */
	readonly entry_slippage: number | null;
	/** USD: the same as entry_slippage for the exit, from the current books. */
	readonly exit_slippage: number | null;
	/** USD: expected price basis at exit − price basis now; positive is a cost. */
	readonly basis: number | null;
	/** USD: sum of the five parts. */
	readonly total: number | null;
	/** USD: expected_carry − total. */
	readonly expected_net: number | null;
};

/** A pair of instruments of one coin on two exchanges, in the direction that earns funding. */
export type Opportunity = {
	/** Derived from the long and the short instrument. */
	readonly opportunity_id: string;
	/** The same value as opportunity_id. */
	readonly pair_uid: string;
	/** Coin and quote, such as BTCUSDT. */
	readonly symbol: string;
	/** The coin. */
	readonly base: string;
	/** The long venue's own symbol. */
	readonly long_symbol: string;
	/** The short venue's own symbol. */
	readonly short_symbol: string;
	/** Settlement currency of the long leg. */
	readonly long_quote: string;
	/** Settlement currency of the short leg. */
	readonly short_quote: string;
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** The same value as exchangepair. */
	readonly venues: string;
	/** Exchange of the long leg. */
	readonly long_venue: string;
	/** Exchange of the short leg. */
	readonly short_venue: string;
	/** Text such as Long KuCoin / Short Bybit. The sign of the 720-hour carry forecast sets the direction, whatever the horizon. If that forecast is near 0 or unknown, the sign of the headline spread sets it. */
	readonly direction: string;
	/** Current estimate for the next settlement, per funding interval of the leg. */
	readonly long_rate: number | null;
	/** Current estimate for the next settlement, per funding interval of the leg. */
	readonly short_rate: number | null;
	/** Hours between settlements. */
	readonly long_interval_hours: number | null;
	/** Hours between settlements. */
	readonly short_interval_hours: number | null;
	/** Next settlement of the long leg. Unix seconds. */
	readonly long_next_funding_timestamp: number | null;
	/** Next settlement of the short leg. Unix seconds. */
	readonly short_next_funding_timestamp: number | null;
	/** The earlier of the two next settlements. Unix seconds. */
	readonly next_funding_timestamp: number | null;
	/** The longer of the two funding intervals, hours. */
	readonly epoch_hours: number | null;
	/** (short rate per hour − long rate per hour) × epoch_hours, before costs. */
	readonly spread: number | null;
	/** The same value as spread. */
	readonly funding_delta: number | null;
	/** spread / epoch_hours × 8760, on one leg's notional. */
	readonly apr: number | null;
	/** expected_carry × epoch_hours / horizon_hours. */
	readonly chosen_per_epoch: number | null;
	/** Expected net and its parts, as shares of one leg's notional. */
	readonly net: Net;
	/** VWAP of the long leg at amount, USD per coin. */
	readonly long_price: number | null;
	/** VWAP of the short leg at amount, USD per coin. */
	readonly short_price: number | null;
	/** short mid / long mid − 1. */
	readonly price_basis: number | null;
	/** Largest amount in USD whose slippage stays within the configured limit on each leg. */
	readonly max_amount: number | null;
	/** Smallest amount in USD that both exchanges accept as one order per leg at this leverage. It respects lots, minimum quantities and minimum notionals, even after the stress move (risk.stressMovePct). */
	readonly min_amount: number | null;
	/** USD traded in 24 hours, the smaller of the two legs. */
	readonly volume_24h: number | null;
	/** 1 to 10; 10 is the most liquid. */
	readonly liquidity_score: number | null;
	/** 1 to 10; 10 is the riskiest. */
	readonly risk_score: number | null;
	/** True when the current headline spread points the other way. */
	readonly anomaly_direction: boolean;
	/** Why the direction differs from the headline spread. */
	readonly anomaly_reason: string | null;
	/** Codes of the active guards. */
	readonly guards: readonly string[];
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
	/** Time of the newest input. Unix seconds. */
	readonly updated_at: number;
	/** Age of the oldest input, milliseconds. */
	readonly age_ms: number | null;
	/** When the oldest input becomes stale. ISO 8601, UTC. */
	readonly expires_at: string | null;
};

/** Position of a page in its list. */
export type Pagination = {
	/** Number of this page, from 1. */
	readonly current_page: number;
	/** Records per page. */
	readonly per_page: number;
	/** Number of records on all pages. */
	readonly total_count: number;
	/** Number of pages. */
	readonly total_pages: number;
	/** True when a next page exists. */
	readonly has_next: boolean;
	/** True when a previous page exists. */
	readonly has_previous: boolean;
};

/** A page of opportunities. */
export type OpportunityPage = {
	/** In the requested order. */
	readonly data: readonly Opportunity[];
	readonly pagination: Pagination;
	/** With group_by coin: one entry for each row of the page, in the same order; otherwise absent. */
	readonly groups?: readonly {
		/** The coin, as in base. */
		readonly coin: string;
		/** Number of its opportunities that match the filters, the shown one included. */
		readonly count: number;
	}[];
	/** Instant at which the list was ranked and every record computed. ISO 8601, UTC. */
	readonly as_of: string;
};

/** Lifetime of an opportunity. */
export type OpportunityLife = {
	/** Opportunity of this lifetime. */
	readonly opportunity_id: string;
	/** Coin and quote, such as BTCUSDT. */
	readonly symbol: string;
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** open: the opportunity exists now. */
	readonly state: 'open' | 'ended';
	/** Time of the first sighting. ISO 8601, UTC. */
	readonly first_seen: string;
	/** Time of the last sighting. ISO 8601, UTC. */
	readonly last_seen: string;
	/** Largest spread. */
	readonly peak_spread: number | null;
	/** Time of peak_spread. ISO 8601, UTC. */
	readonly peak_spread_at: string | null;
	/** Largest expected_net at default terms. */
	readonly peak_expected_net: number | null;
	/** Time of peak_expected_net. ISO 8601, UTC. */
	readonly peak_expected_net_at: string | null;
	/** Time of its end; null while it is open. ISO 8601, UTC. */
	readonly ended_at: string | null;
	/** turned: the opposite direction pays now. delisted: an exchange no longer lists an instrument. venue_gone: an exchange is no longer configured. service_stopped: not seen again after the service was down. */
	readonly end_reason: 'turned' | 'delisted' | 'venue_gone' | 'service_stopped' | null;
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
};

/** Exit rules in force. */
export type ExitInForce = {
	/** Close this many hours after the opening. */
	readonly max_hours: number | null;
	/** Close after this many funding intervals. */
	readonly max_epochs: number | null;
	/** Close at this profit, as a percentage of the capital. */
	readonly take_profit_pct: number | null;
	/** Close at this loss, as a percentage of the capital. */
	readonly stop_loss_pct: number | null;
	/** Close when funding has reversed: the 30-day mean carry is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip. */
	readonly close_on_reversal: boolean;
	/** Close when a leg is nearer to its liquidation price than this, as a percentage of the mark price. */
	readonly min_liquidation_distance_pct: number | null;
	/** Close when the funding spread at current rates stays below this for 30 minutes, percent per year. */
	readonly min_spread_apr_pct: number | null;
	/** Close when two checks ten minutes apart expect less than this, percent per year: carry over the remaining holding period minus the cost of the exit. */
	readonly min_net_apr_pct: number | null;
};

/** Rules that close a running execution automatically. */
export type ExitRules = {
	/** Close this long after the opening. Unit: hours. Above 0, at most 87600. */
	readonly max_hours?: number | undefined;
	/** Close after this many funding intervals. At least 1, at most 100000. */
	readonly max_epochs?: number | undefined;
	/** Close at this profit on the capital. Unit: percent. Above 0, at most 10000. */
	readonly take_profit_pct?: number | undefined;
	/** Close at this loss on the capital. Unit: percent. Above 0, at most 100. */
	readonly stop_loss_pct?: number | undefined;
	/** Close when funding has reversed: the 30-day mean carry is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip. */
	readonly close_on_reversal?: boolean | undefined;
	/** Close when a leg is nearer to its liquidation price than this. Unit: percent of mark. Above 0, at most 100. */
	readonly min_liquidation_distance_pct?: number | undefined;
	/** Close when the funding spread at current rates stays below this for 30 minutes. One percentage point above it, the time starts again. Unit: percent per year. At least -1000, at most 1000. */
	readonly min_spread_apr_pct?: number | undefined;
	/** Close when two checks ten minutes apart expect less than this: carry over the remaining holding period (720 hours, or until max_hours) minus the cost of the exit. Unit: percent per year. At least -1000, at most 1000. */
	readonly min_net_apr_pct?: number | undefined;
};

/** An execution with its positions, profit, funding and risk. */
export type ExecutionRecord = {
	readonly execution: {
		/** Id of the execution, passed to methods as execution_id. */
		readonly id: string;
		/** User who owns it. */
		readonly user_id: string;
		/** Opportunity that it was opened from. */
		readonly opportunity_id: string;
		/** Job of the call that opened it, for resubmit_execute_opportunity. */
		readonly job_id: string;
		/** Coin and quote, such as BTCUSDT. */
		readonly symbol: string;
		/** Exchange pair. */
		readonly pair: string;
		/** Exchange of the long leg. */
		readonly long_exchange: string;
		/** Exchange of the short leg. */
		readonly short_exchange: string;
		/** Requested amount in USD over both legs. */
		readonly input_amount: number;
		/** Opened amount in USD over both legs. */
		readonly filled_amount: number;
		/** Leverage of each leg. */
		readonly leverage: number;
		/** Coins held on the long leg. */
		readonly long_size: number;
		/** Coins held on the short leg. */
		readonly short_size: number;
		/** Average price of the opening fills of the long leg, USD per coin. */
		readonly long_entry_price: number | null;
		/** Average price of the opening fills of the short leg, USD per coin. */
		readonly short_entry_price: number | null;
		/** Average entry price of both legs, USD per coin. */
		readonly avg_entry_price: number | null;
		/** State of the execution. needs_attention: you must act; status_reason or the journal says why. */
		readonly status: ExecutionStatus;
		/** Reason for the status, when the status alone does not explain it. */
		readonly status_reason: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly status_sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Execution mode. */
		readonly mode: ExecutionMode;
		/** Execution of the pair before, if one leg moved to another exchange since; absent otherwise. */
		readonly rolled_from?: string;
		/** Execution of the pair after, if a leg of this one moved to another exchange; absent otherwise. */
		readonly rolled_to?: string;
		/** Current exit rules, including later changes. For an ended execution: the last rules in force. Null: rule not set. */
		readonly exit: ExitInForce;
		/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
		readonly trading_mode: TradingMode;
		/** Time of acceptance. ISO 8601, UTC. */
		readonly created_at: string;
		/** Time of the last change. ISO 8601, UTC. */
		readonly updated_at: string;
		/** Time at which both exchanges were flat. ISO 8601, UTC. */
		readonly closed_at: string | null;
	};
	/** Position of the execution on the long leg. */
	readonly long_position: {
		/** Exchange of the leg. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Direction of the leg. */
		readonly side: 'long' | 'short';
		/** Coins. */
		readonly size: number;
		/** Average entry price, USD per coin. */
		readonly entry_price: number | null;
		/** Mark price, USD per coin. */
		readonly mark_price: number | null;
		/** Liquidation price, USD per coin. */
		readonly liquidation_price: number | null;
		/** Leverage of the leg. */
		readonly leverage: number;
		/** Margin, USD. */
		readonly margin: number | null;
		/** Unrealized profit, USD. */
		readonly unrealized_pnl: number | null;
		/** Unrealized profit, as a percentage of the initial margin. */
		readonly unrealized_pnl_pct: number | null;
		/** Next settlement of the contract; null when it is unknown or nothing is held. Unix seconds. */
		readonly next_funding_timestamp: number | null;
		/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
		readonly trading_mode: TradingMode;
	};
	/** Position of the execution on the short leg. */
	readonly short_position: {
		/** Exchange of the leg. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Direction of the leg. */
		readonly side: 'long' | 'short';
		/** Coins. */
		readonly size: number;
		/** Average entry price, USD per coin. */
		readonly entry_price: number | null;
		/** Mark price, USD per coin. */
		readonly mark_price: number | null;
		/** Liquidation price, USD per coin. */
		readonly liquidation_price: number | null;
		/** Leverage of the leg. */
		readonly leverage: number;
		/** Margin, USD. */
		readonly margin: number | null;
		/** Unrealized profit, USD. */
		readonly unrealized_pnl: number | null;
		/** Unrealized profit, as a percentage of the initial margin. */
		readonly unrealized_pnl_pct: number | null;
		/** Next settlement of the contract; null when it is unknown or nothing is held. Unix seconds. */
		readonly next_funding_timestamp: number | null;
		/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
		readonly trading_mode: TradingMode;
	};
	/** Profit and loss of the execution, in USD. */
	readonly pnl: {
		/** Profit on the open quantity, from fills to the mark price. */
		readonly unrealized_pnl: number | null;
		/** Profit on the closed quantity from fill to fill, with all funding and fees. */
		readonly realized_pnl: number;
		/** price_pnl + funding_pnl − fee_cost − slippage_cost. */
		readonly total_pnl: number | null;
		/** total_pnl as a percentage of the peak deployed capital. */
		readonly total_pnl_pct: number | null;
		/** Contribution of the long leg to total_pnl. */
		readonly long_pnl: number | null;
		/** Contribution of the short leg to total_pnl. */
		readonly short_pnl: number | null;
		/** Profit from price moves, with each fill valued at the mid price when its order was decided. */
		readonly price_pnl: number | null;
		/** Funding received − paid. */
		readonly funding_pnl: number;
		/** Fees paid; a rebate is negative. */
		readonly fee_cost: number;
		/** Slippage of the fills against the mid price when each order was decided. */
		readonly slippage_cost: number;
	};
	/** Funding of the execution, in USD. */
	readonly funding: {
		/** Funding received, ≥ 0. */
		readonly total_received: number;
		/** Funding paid, ≥ 0. */
		readonly total_paid: number;
		/** Funding received − paid. */
		readonly net_funding: number;
		/** Net funding of the long leg. */
		readonly long_funding: number;
		/** Net funding of the short leg. */
		readonly short_funding: number;
		/** Settlements of both legs, newest first. */
		readonly funding_events: readonly {
			/** Time of the settlement. Unix seconds. */
			readonly timestamp: number;
			/** Exchange that settled. */
			readonly exchange: string;
			/** The exchange's own symbol. */
			readonly symbol: string;
			/** Payment; positive is received. */
			readonly amount: number;
			/** Settled rate. */
			readonly rate: number | null;
			/** Net funding of both legs up to and including this settlement. */
			readonly cumulative: number;
		}[];
	};
	/** Risk figures. */
	readonly risk: {
		/** Long coins − short coins. */
		readonly net_delta: number;
		/** Unhedged notional, USD. */
		readonly unhedged_notional: number | null;
		/** Total unhedged time since the opening, milliseconds, by the exchanges' fill times. */
		readonly unhedged_ms: number;
		/** Smaller of the two legs’ distances to liquidation, as a percentage of the mark price. */
		readonly liquidation_distance_pct: number | null;
		/** Carry forecast over the next 720 h, or until max_hours is reached, as a share of one leg's notional. */
		readonly expected_remaining_carry: number | null;
		/** Last time at which positions matched on both exchanges. ISO 8601, UTC. */
		readonly reconciled_at: string | null;
	};
	/** Advice to hold or close; figures are fractions of one leg's notional. Null unless the execution is running. */
	readonly advice: {
		/** close: the mean carry of the last 30 days is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
		readonly action: 'hold' | 'close' | 'unknown';
		/** Mean carry of the last 720 h in the held direction, per year. */
		readonly month_mean_apr: number | null;
		/** Carry forecast over the next 720 h. */
		readonly expected_carry_30d: number | null;
		/** Close threshold: minus half the cost of a round trip (four taker fees and the slippage of four fills at the held quantity). */
		readonly close_below: number | null;
		/** Reason for the advice, with figures. */
		readonly reason: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	} | null;
	/** Progress of the opening; null unless slices remain to be opened. */
	readonly progress: {
		/** Slices open on both legs. */
		readonly slices_done: number;
		/** Slices still to open. */
		readonly slices_left: number;
		/** Coins of each leg in all slices together. */
		readonly quantity: number;
		/** Coins open on both legs. */
		readonly opened: number;
		/** Minimum price basis to start the next slice; null: any. */
		readonly next_level: number | null;
		/** Price basis by the current books; null while a book is not current. */
		readonly basis_now: number | null;
		/** Deadline of the opening. After it, the filled part keeps running and the service drops the rest. ISO 8601, UTC. */
		readonly ends_at: string | null;
	} | null;
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
};

/** Executions with their sums, and the accounts. */
export type Portfolio = {
	/** Open executions, and ended ones when requested, newest first. */
	readonly executions: readonly ExecutionRecord[];
	/** Totals for all executions of the caller. */
	readonly summary: {
		/** Number of open and ended executions. */
		readonly total_executions: number;
		/** Number of executions with status running. */
		readonly running_executions: number;
		/** Invested capital, USD. */
		readonly total_invested: number;
		/** Unrealized profit, USD. */
		readonly total_unrealized_pnl: number | null;
		/** Realized profit, USD. */
		readonly total_realized_pnl: number;
		/** Funding received, USD. */
		readonly total_funding_received: number;
		/** Funding paid, USD. */
		readonly total_funding_paid: number;
		/** Capital-weighted return, percent. */
		readonly weighted_roi: number | null;
		/** Daily return, percent. */
		readonly daily_roi: number | null;
	};
	/** Connected exchange accounts. */
	readonly accounts: readonly {
		/** Exchange of the account. */
		readonly exchange: string;
		/** True when the account is connected. */
		readonly connected: boolean;
		/** Equity, USD. */
		readonly equity: number | null;
		/** Available balance, USD. */
		readonly available: number | null;
		/** Margin in use, USD. */
		readonly margin_used: number | null;
		/** Time of these balances at the exchange. ISO 8601, UTC. */
		readonly updated_at: string | null;
		/** True when the last read failed, so that the balances are old. */
		readonly stale: boolean;
		/** Change of equity since the account was connected, USD. */
		readonly equity_change: number | null;
		/** Part of equity_change from executions. */
		readonly execution_pnl: number | null;
		/** Part of equity_change from positions and trades outside this service. */
		readonly unmanaged_pnl: number | null;
		/** Part of equity_change from deposits, transfers, conversions and interest. */
		readonly external_flows: number | null;
		/** Part of equity_change from price moves of assets other than USDT, in which fees may be paid. */
		readonly revaluation: number | null;
		/** Part of equity_change without a known cause. */
		readonly unexplained: number | null;
		/** Hours that the margin of the position nearest to liquidation would last against a 2-sigma adverse move. Volatility comes from its own prices (half-life 6 h, at least 1 h of data). Null without a position or without enough data; a reason says why. */
		readonly margin_runway: {
			/** Hours until a price move of 2 standard deviations uses up the margin, at most 8,760. */
			readonly hours: number;
			/** Symbol of the position nearest to liquidation. */
			readonly symbol: string;
			/** USD to add so that the margin lasts 72 h. */
			readonly add_margin: number;
			/** Transfer for the part of add_margin that the available balance does not cover, from the account with the largest available balance. */
			readonly move: {
				/** Amount of the asset. */
				readonly amount: number;
				/** Asset to transfer. */
				readonly asset: string;
				/** Exchange to transfer from. */
				readonly from: string;
				/** Exchange to transfer to. */
				readonly to: string;
			} | null;
			/** Summary in words. */
			readonly text: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
		readonly trading_mode: TradingMode;
	}[];
	/** Transfers that make the margin of every account last. The account that runs short first comes first. */
	readonly margin_advice: readonly {
		/** Exchange of the account. */
		readonly exchange: string;
		/** The position nearest to liquidation. */
		readonly symbol: string;
		/** Hours until a price move of two standard deviations could reach the liquidation price; at most a year. */
		readonly hours: number;
		/** Hours that the margin should last. */
		readonly target_hours: number;
		/** Distance from the mark price to the liquidation price, as a percentage of the mark price. */
		readonly distance_pct: number;
		/** Margin that the position lacks to last target_hours, USD; zero: none. */
		readonly add_margin: number;
		/** Part of add_margin that the available balance of the account covers, USD. */
		readonly own: number;
		/** Transfers that cover the rest. Each donor keeps what its own positions lack. */
		readonly moves: readonly {
			/** Exchange of the donor account. */
			readonly from: string;
			/** Amount to transfer to this account. */
			readonly amount: number;
			/** Asset to transfer. */
			readonly asset: string;
		}[];
		/** Part of add_margin that no account can cover, USD. Deposit it, or close a part. */
		readonly missing: number;
	}[];
	/** Transfers between exchanges that the service requests, newest first, for a week after their end. The service never withdraws; you send the money, and it recognizes the arrival. */
	readonly planned_transfers: readonly {
		/** Id of the transfer. */
		readonly transfer_id: string;
		/** Exchange to transfer from. */
		readonly from: string;
		/** Exchange to transfer to. */
		readonly to: string;
		/** Amount to send, whole USD. */
		readonly amount: number;
		/** Time by which it should arrive; null: unknown. ISO 8601, UTC. */
		readonly by: string | null;
		/** alert: the margin is low. pot: an autopilot. plan: a plan of yours. */
		readonly asked_by: 'alert' | 'pot' | 'plan';
		/** The pot that asks; null: none. */
		readonly pot_id: string | null;
		/** Time since which the service requests it. ISO 8601, UTC. */
		readonly planned_at: string;
		/** planned: not seen yet. sent: under way. partly: a part has arrived, the rest was not sent. arrived: all of it. late: not in time. withdrawn: no longer wanted. */
		readonly state: 'planned' | 'sent' | 'partly' | 'arrived' | 'late' | 'withdrawn';
		/** Time of the last change of state. ISO 8601, UTC. */
		readonly changed_at: string;
		/** USD that have left one exchange and have not reached the other. */
		readonly under_way: number;
		/** USD that have arrived. */
		readonly arrived: number;
		/** Why the transfer is needed. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** The consequence of not sending it. */
		readonly without: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		};
	}[];
	/** Pagination of closed executions, when they were requested. */
	readonly pagination?: Pagination;
	/** Active kill switches that block the caller from opening. */
	readonly halts: readonly {
		/** user: your own halt_trading; resume_trading ends it. exchange, service: set by the operator. */
		readonly scope: 'user' | 'exchange' | 'service';
		/** Exchange on which the service opens no positions; null: all exchanges. */
		readonly exchange: string | null;
		/** Reason given by the person or agent that halted; null: none. */
		readonly reason: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Time at which it was set. ISO 8601, UTC. */
		readonly halted_at: string;
		/** Actor that set it: operator, restore (a backup was restored), or the id of a token or agent. */
		readonly halted_by: string;
		/** True when it also closes open executions. */
		readonly close_all: boolean;
	}[];
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
};

/** An entry of the journal of an execution. */
export type ExecutionEvent = {
	/** Sequence number in the journal, from 0. */
	readonly seq: number;
	/** Time at which it was written to disk. ISO 8601, UTC. */
	readonly recorded_at: string;
	/** Type of event in the past tense, such as OrderIntended. */
	readonly type: string;
	/** Event in one sentence for people. */
	readonly text: string;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Exact data of the event; the fields depend on type. */
	readonly data: { readonly [name: string]: unknown };
};

/** Result of a close or a cancel. */
export type CloseAnswer = {
	/** True when both exchanges confirm zero position. After a partial close: that part is closed. After a cancel with keep: the filled part is running. False while in progress. */
	readonly success: boolean;
	/** Id of the execution. */
	readonly execution_id: string;
	/** State of the execution. needs_attention: you must act; status_reason or the journal says why. */
	readonly status: ExecutionStatus;
	/** Progress or result in words. */
	readonly message: string;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Final profit in USD; null until both legs are flat. After a partial close, the remainder keeps running, and portfolio_live has its realized_pnl. */
	readonly final_pnl: number | null;
	/** final_pnl as a percentage of the peak deployed capital; null when final_pnl is null. */
	readonly final_roi_pct: number | null;
	/** Funding received − paid, USD; the amount booked so far while open. Null when an exchange did not report its payments. */
	readonly total_funding: number | null;
	/** Hours from the opening until both legs were flat, or until now. */
	readonly duration_hours: number | null;
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
};

/** Expected effect and result of a close. */
export type ClosePreview = {
	readonly success: true;
	readonly preview: true;
	/** Id of the execution, which the preview leaves unchanged. */
	readonly execution_id: string;
	/** State of the execution. needs_attention: you must act; status_reason or the journal says why. */
	readonly status: ExecutionStatus;
	/** Effect of the close. nothing: it has ended. cancel: nothing is open yet. stop_opening: stop opening and close the filled part. close: close all. close_share: close a part. wait: the same close is in progress. */
	readonly action: 'nothing' | 'cancel' | 'stop_opening' | 'close' | 'close_share' | 'wait';
	/** The action in words. */
	readonly message: string;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** How a close with style maker rests one leg; null for a close as taker. */
	readonly maker: {
		/** Leg whose orders rest. */
		readonly role: 'long' | 'short';
		/** Exchange of the leg. */
		readonly exchange: string;
		/** Time after which the rest is closed as taker, milliseconds. */
		readonly max_ms: number;
		/** Rise of the price basis after which the rest is closed as taker, basis points. */
		readonly max_move_bps: number;
		/** True if the exchange cancels the resting order when this service stops. */
		readonly dead_man_switch: boolean;
	} | null;
	/** The long leg, then the short one. */
	readonly legs: readonly {
		/** Leg of the pair. */
		readonly role: 'long' | 'short';
		/** Exchange of the leg. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Side of the closing orders. */
		readonly side: 'buy' | 'sell';
		/** Coins held now. */
		readonly held: number;
		/** Coins to close. */
		readonly quantity: number;
		/** Average price of the opening fills, USD per coin. */
		readonly entry_price: number | null;
		/** Current mid price, USD per coin. */
		readonly mid_price: number | null;
		/** Average price for the quantity in the current book, USD per coin. */
		readonly expected_price: number | null;
		/** Age of the book, milliseconds. */
		readonly book_age_ms: number | null;
		/** Result of this leg, USD. */
		readonly result: {
			/** Profit on the closed quantity from its average entry price to the current mid price. Summed over both legs, it is the change in the price basis. */
			readonly price_pnl: number | null;
			/** Profit of earlier closes, fill to fill. */
			readonly closed_pnl: number;
			/** Funding received − paid, booked so far. */
			readonly funding_pnl: number;
			/** Fees of all fills so far. */
			readonly fees_paid: number;
			/** Fees of the closing orders at the account's own taker rates. */
			readonly exit_fees: number | null;
			/** Slippage of the closing orders against the mid price. */
			readonly exit_slippage: number | null;
			/** price_pnl + closed_pnl + funding_pnl − fees_paid − exit_fees − exit_slippage: the realized profit after the close. For a full close it is the expected final_pnl. */
			readonly expected_pnl: number | null;
		};
	}[];
	/** Sum of both legs, USD. */
	readonly total: {
		/** Profit on the closed quantity from its average entry price to the current mid price. Summed over both legs, it is the change in the price basis. */
		readonly price_pnl: number | null;
		/** Profit of earlier closes, fill to fill. */
		readonly closed_pnl: number;
		/** Funding received − paid, booked so far. */
		readonly funding_pnl: number;
		/** Fees of all fills so far. */
		readonly fees_paid: number;
		/** Fees of the closing orders at the account's own taker rates. */
		readonly exit_fees: number | null;
		/** Slippage of the closing orders against the mid price. */
		readonly exit_slippage: number | null;
		/** price_pnl + closed_pnl + funding_pnl − fees_paid − exit_fees − exit_slippage: the realized profit after the close. For a full close it is the expected final_pnl. */
		readonly expected_pnl: number | null;
	};
	/** expected_pnl as a percentage of the peak deployed capital. */
	readonly expected_roi_pct: number | null;
	/** Reasons against closing now. */
	readonly warnings: readonly {
		/** Stable code for programs. */
		readonly code: string;
		/** Sentence for people. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	}[];
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
};

/** Exit rules after a change. */
export type ExitAnswer = {
	readonly success: true;
	/** Id of the execution. */
	readonly execution_id: string;
	/** State of the execution. needs_attention: you must act; status_reason or the journal says why. */
	readonly status: ExecutionStatus;
	/** Current exit rules, including later changes. For an ended execution: the last rules in force. Null: rule not set. */
	readonly exit: ExitInForce;
};

/** A connected exchange account. */
export type ExchangeAccount = {
	/** Id of the account, passed to methods as account_id. */
	readonly id: string;
	/** Exchange of the account. */
	readonly exchange: string;
	/** User who owns it. */
	readonly user_id: string;
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
	/** Name given by its owner. */
	readonly label: string;
	/** False while its key must be replaced; see health. */
	readonly is_connected: boolean;
	/** True when new executions on this exchange use this account. */
	readonly in_use: boolean;
	/** Time of connection. ISO 8601, UTC. */
	readonly connected_at: string;
	/** Kind of credential. */
	readonly kind: 'oauth' | 'api_key';
	/** Permissions of the key as the exchange names them; empty until the exchange reports them. */
	readonly permissions: readonly string[];
	/** True when the key may trade; null until the exchange reports it. */
	readonly can_trade: boolean | null;
	/** Expiry of the key; null: no known expiry. ISO 8601, UTC. */
	readonly expires_at: string | null;
	/** Health of the key. */
	readonly health: {
		/** ok: the key works. unknown: no answer with this key yet. needs_reconnect: connect the account again with another key; nothing is lost. closing: it is disconnected once its executions are closed. */
		readonly status: 'ok' | 'unknown' | 'needs_reconnect' | 'closing';
		/** Why the status is not ok. */
		readonly reason: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Time of the last exchange answer with this key, accurate to a few minutes. ISO 8601, UTC. */
		readonly last_ok_at: string | null;
		/** Time since which the exchange has refused the key; null: not refused. ISO 8601, UTC. */
		readonly refused_at: string | null;
	};
	/** Self-check in testnet and live mode; null in other modes, which need none. */
	readonly self_check: {
		/** The service opens positions on the account only after passed. checking: the first check since the service started, or a repeated one, is running. failed: a step reports a problem that you must fix. unknown: the exchange gave no usable answer; the check repeats automatically. */
		readonly status: 'checking' | 'passed' | 'failed' | 'unknown';
		/** Time at which the last check finished; null: none yet. ISO 8601, UTC. */
		readonly checked_at: string | null;
		/** Time of the next automatic check; null: call check_exchange_account to repeat it. ISO 8601, UTC. */
		readonly retry_at: string | null;
		/** Steps of the last completed check, in order. */
		readonly steps: readonly {
			/** Subject of the step. */
			readonly name: 'clock' | 'key' | 'balance' | 'settings' | 'fees' | 'order' | 'stream' | 'switch';
			/** Result of the step. */
			readonly verdict: 'passed' | 'warned' | 'failed' | 'unknown' | 'skipped';
			/** Result in words. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		}[];
	} | null;
	/** Time since which the private stream of the account has reported none of its orders, which blocks openings (STREAM_SILENT). Null while it reports them, and while the account is not in use. ISO 8601, UTC. */
	readonly stream_silent_since: string | null;
};

/** An alert. */
export type Alert = {
	/** Id of the event; repeated deliveries of an event share it. */
	readonly alert_id: string;
	/** Kind of event. */
	readonly kind:
		| 'execution_state'
		| 'unhedged'
		| 'liquidation_distance'
		| 'venue_down'
		| 'stream_silent'
		| 'trading_halted'
		| 'funding_reversal'
		| 'daily_summary'
		| 'target_paused'
		| 'threshold'
		| 'margin_watch'
		| 'margin_transfer'
		| 'margin_reduce'
		| 'autopilot';
	/** critical: act now. warning: act today. info: for your information. */
	readonly severity: 'info' | 'warning' | 'critical';
	/** Time of the event. ISO 8601, UTC. */
	readonly raised_at: string;
	/** Sentence for people, with the value and its limit. */
	readonly message: string;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Execution that the alert is about; null: not about one execution. */
	readonly execution_id: string | null;
	/** Exchange that the alert is about; null: not about one exchange. */
	readonly exchange: string | null;
	/** Exact figures; the fields depend on kind. */
	readonly facts: { readonly [name: string]: unknown };
};

/** A program that trades for its owner within its caps. */
export type Agent = {
	/** Id of the agent, which is also its OAuth client_id. */
	readonly agent_id: string;
	/** Name given by its owner. */
	readonly name: string;
	/** Scopes of the agent. */
	readonly scopes: readonly string[];
	/** Limits of the agent; null: no such limit. */
	readonly caps: {
		/** Largest amount of one execution, USD over both legs. */
		readonly amount_max: number | null;
		/** Largest total of its open executions, USD over both legs. */
		readonly open_amount_max: number | null;
		/** Exchange pairs that it may open on. */
		readonly pairs: readonly string[] | null;
		/** Executions that it may open per day, from 00:00 UTC. */
		readonly executions_per_day: number | null;
		/** True: it may open only opportunities whose verdict is trade. */
		readonly must_be_trade: boolean;
	};
	/** How it authenticates. key: a shared secret key. public_key: a signature made with its own key. */
	readonly credential: 'key' | 'public_key';
	/** True: its tokens are bound to its key and need a DPoP proof. */
	readonly requires_dpop: boolean;
	/** Time of creation. ISO 8601, UTC. */
	readonly created_at: string;
	readonly last_used_at: string | null;
	readonly stopped_at: string | null;
};

/** Params of `test`. */
export type TestParams = { readonly [name: string]: never };

/** Result of `test`. */
export type TestResult = {
	readonly status: 'ok';
	/** Name of the service: carrywire. */
	readonly service: string;
	/** Semantic version of the service. */
	readonly version: string;
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
	/** Clock of the service. ISO 8601, UTC. */
	readonly time: string;
	/** Seconds since the service started. */
	readonly uptime_seconds: number;
};

/** Params of `service_status`. */
export type ServiceStatusParams = { readonly [name: string]: never };

/** Result of `service_status`. */
export type ServiceStatusResult = {
	/** Name of the service: carrywire. */
	readonly service: string;
	/** Semantic version of the service. */
	readonly version: string;
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
	/** True when requests to exchanges go to local ports, so that no order reaches a real exchange. */
	readonly rehearsal: boolean;
	/** Start of the process and of all counters. ISO 8601, UTC. */
	readonly started_at: string;
	/** Seconds since the service started. */
	readonly uptime_seconds: number;
	/** True when the data of every traded exchange are fresh and at least one opportunity is tradable. */
	readonly ready: boolean;
	/** Reasons why it is not ready, one sentence each. */
	readonly not_ready: readonly string[];
	/** Parts of each sentence of not_ready, in the same order. */
	readonly not_ready_sentences: readonly ({
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	} | null)[];
	/** Kill switch of the whole service; null: not set. */
	readonly halt: {
		/** Time at which it was set. ISO 8601, UTC. */
		readonly since: string;
		/** Reason given by the person or agent that halted; null: none given, or the caller may not see totals for all users. */
		readonly reason: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	} | null;
	/** Exchanges in the venues setting, in that order. */
	readonly venues: readonly {
		/** Name of the exchange in calls. */
		readonly exchange: string;
		/** Display name. */
		readonly name: string;
		/** True when the service reads its data but does not trade there. */
		readonly data_only: boolean;
		/** Site of the exchange (settings hosts), even when a rehearsal or simulated exchange replaces it; null for a data-only exchange. */
		readonly hosts: {
			/** Host of requests. */
			readonly rest: string;
			/** Host of order book and price streams. */
			readonly public_stream: string;
			/** Host of account streams. */
			readonly private_stream: string;
		} | null;
		/** State of its market data. stale: prices are older than marketData.tickerStaleMs. down: the exchange does not answer. */
		readonly market_data: 'fresh' | 'stale' | 'down';
		/** Reason why market data are not fresh; null while fresh. The sentence stays the same while the cause persists. */
		readonly reason: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Failed request behind reason; null while data are fresh or no request failed. */
		readonly failure: {
			/** Kind of data requested. */
			readonly tried: 'prices' | 'contracts' | 'clock' | 'notices';
			/** Error text of the exchange or the client library. */
			readonly message: string;
			/** Time of the first failed attempt in the current run of failures. ISO 8601, UTC. */
			readonly since: string;
			/** Time of the next attempt; null: an attempt is in progress. ISO 8601, UTC. */
			readonly next_try_at: string | null;
		} | null;
		/** Notice of the exchange that stops or restricts trading; null: none. */
		readonly stopped: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly stopped_sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Kill switch of this exchange; null: not set. */
		readonly halt: {
			/** Time at which it was set. ISO 8601, UTC. */
			readonly since: string;
			/** Reason given by the person or agent that halted; null: none given, or the caller may not see totals for all users. */
			readonly reason: string | null;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Age of its oldest price; null before the first price. Milliseconds. */
		readonly data_age_ms: number | null;
		/** Age of the prices of its contracts. */
		readonly ticker_age_ms: {
			/** Median age; null: none yet. Milliseconds. */
			readonly median: number | null;
			/** Largest age; null: none yet. Milliseconds. */
			readonly oldest: number | null;
		};
		/** Time since the last change or heartbeat of a book, for its available books. */
		readonly book_age_ms: {
			/** Median age; null: none yet. Milliseconds. */
			readonly median: number | null;
			/** Largest age; null: none yet. Milliseconds. */
			readonly oldest: number | null;
		};
		/** Streamed order books. */
		readonly books: {
			/** Books in sync with their stream. */
			readonly in_step: number;
			/** Requested books, both in sync and waiting. */
			readonly wanted: number;
		};
		/** Number of contracts read from it. */
		readonly instruments: number;
		/** Clock of the exchange minus ours; null until measured. Milliseconds. */
		readonly clock_offset_ms: number | null;
		/** Stream counters since the service started; null for an exchange without streams. The ticker members are null when prices come only by requests. */
		readonly feed: {
			/** Messages received on order book streams. */
			readonly messages: number;
			/** Reconnections of order book streams. */
			readonly reconnects: number;
			/** Gaps found in the sequence of a book. */
			readonly gaps: number;
			/** Books restarted after a gap. */
			readonly resyncs: number;
			readonly ticker_messages: number | null;
			readonly ticker_reconnects: number | null;
		} | null;
		/** Bans of this machine's address since the service started. */
		readonly bans: number;
		/** Time until the ban ends; 0: no ban. Milliseconds. */
		readonly ban_left_ms: number;
		/** Requests to the exchange since the service started, by outcome. */
		readonly requests: {
			/** Totals of the listed classes. */
			readonly total: {
				/** The exchange accepted the request. */
				readonly answered: number;
				/** The exchange refused the request. */
				readonly rejected: number;
				/** The exchange gave no usable answer. */
				readonly failed: number;
				/** Not sent: the request budget of this service was used up. */
				readonly no_place: number;
				/** Not sent: the exchange has banned this address. */
				readonly banned: number;
			};
			/** Requests by class. Callers who may not see totals for all users get only the classes market and history; the others would reveal what users do. */
			readonly by_class: readonly {
				/** Request class. order: orders and their changes. probe: order state. market: prices and books. account: balances and positions. history: settled funding. */
				readonly class: 'order' | 'probe' | 'market' | 'account' | 'history';
				/** The exchange accepted the request. */
				readonly answered: number;
				/** The exchange refused the request. */
				readonly rejected: number;
				/** The exchange gave no usable answer. */
				readonly failed: number;
				/** Not sent: the request budget of this service was used up. */
				readonly no_place: number;
				/** Not sent: the exchange has banned this address. */
				readonly banned: number;
			}[];
		};
		/** Number of contracts by loaded funding history. */
		readonly history: {
			/** Nothing requested yet. */
			readonly none: number;
			/** The last month is loaded; the rest is loading. */
			readonly month: number;
			/** 400 days are loaded, or all available history. */
			readonly whole: number;
			/** Contracts of any of these groups whose last read failed and will be retried. */
			readonly failing: number;
		};
	}[];
	/** Trading limits in force, the same for all users. */
	readonly limits: readonly {
		/** Key of the setting. */
		readonly name: string;
		/** Value in its unit. */
		readonly value: number | boolean;
		/** Unit, such as USD, ms, bps, %, times. */
		readonly unit: string;
		/** Meaning in one sentence. */
		readonly meaning: string;
	}[];
	/** Executions of all users; null when the caller may not see totals for all users. */
	readonly executions: {
		/** Accepted executions that have not sent any order yet. */
		readonly queued: number;
		/** Executions that are opening. */
		readonly opening: number;
		/** Executions with both legs open and nothing in progress. */
		readonly running: number;
		/** Executions that are closing. */
		readonly closing: number;
		/** Executions that need manual attention. */
		readonly needs_attention: number;
		/** Executions started since the service started. */
		readonly begun: number;
		/** Executions that ended this way since the service started. */
		readonly closed: number;
		/** Executions that ended without a fill since the service started. */
		readonly failed: number;
		/** Orders whose outcome is unknown now. */
		readonly unknown_orders: number;
		/** Unhedged notional of all executions now, USD. */
		readonly unhedged_notional_usd: number;
	} | null;
	/** Unhedged time per execution of all users since the service started; null when the caller may not see totals for all users. */
	readonly unhedged_seconds: {
		/** Unhedged time during the opening. */
		readonly open: {
			/** Number of executions. */
			readonly count: number;
			/** Total of all values, seconds. */
			readonly sum_seconds: number;
			/** Shortest first. */
			readonly buckets: readonly {
				/** Lower bound in seconds, exclusive; the first bucket includes 0. */
				readonly above_seconds: number;
				/** Upper bound in seconds, inclusive; null: unbounded. */
				readonly up_to_seconds: number | null;
				/** Number in this bucket; buckets are not cumulative. */
				readonly count: number;
			}[];
		};
		/** Unhedged time from the opening to the end. */
		readonly close: {
			/** Number of executions. */
			readonly count: number;
			/** Total of all values, seconds. */
			readonly sum_seconds: number;
			/** Shortest first. */
			readonly buckets: readonly {
				/** Lower bound in seconds, exclusive; the first bucket includes 0. */
				readonly above_seconds: number;
				/** Upper bound in seconds, inclusive; null: unbounded. */
				readonly up_to_seconds: number | null;
				/** Number in this bucket; buckets are not cumulative. */
				readonly count: number;
			}[];
		};
	} | null;
	/** Storage of the journal. */
	readonly store: {
		/** True when the journal can be written. Otherwise the service opens and closes no positions. */
		readonly writable: boolean;
		/** Size of the database. Bytes. */
		readonly database_bytes: number;
		/** Size of its write-ahead log. Bytes. */
		readonly wal_bytes: number;
		readonly free_bytes: number | null;
	};
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
	/** Time of these figures, at most one second old. ISO 8601, UTC. */
	readonly as_of: string;
};

/** Params of `exchange_pair`. */
export type ExchangePairParams = { readonly [name: string]: never };

/** Result of `exchange_pair`. */
export type ExchangePairResult = readonly {
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** Both exchanges as a list. */
	readonly exchanges: readonly [string, string];
	/** True when the data of both exchanges are fresh and both are tradable. */
	readonly active: boolean;
	/** Reason why the pair is not active; null while it is active. */
	readonly reason: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Exchanges of the pair that the service reads but does not trade on. */
	readonly data_only: readonly string[];
	/** Number of instruments tradable on both exchanges. */
	readonly symbols: number;
	/** Number of listed opportunities. */
	readonly opportunities: number;
	/** Number of opportunities without a blocking guard. */
	readonly tradable_opportunities: number;
	/** Largest apr of its opportunities. */
	readonly best_apr: number | null;
	/** Largest net_apr at default terms. */
	readonly best_net_apr: number | null;
	/** Time of this row. ISO 8601, UTC. */
	readonly updated_at: string;
}[];

/** Params of `get_opportunities`. */
export type GetOpportunitiesParams = {
	/** Exchange pair in either order. Default: all pairs. 1 to 64 characters. */
	readonly exchangepair?: string | undefined;
	/** Records per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
	/** Page number, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
	/** Sort key, best first. Unknown values come last; ties are sorted by symbol, then id. With horizon_hours, net_apr sorts by expected net. volume sorts by volume_24h. Default "spread". */
	readonly sortby?:
		| 'spread'
		| 'apr'
		| 'net_apr'
		| 'funding_delta'
		| 'epoch_hours'
		| 'break_even_hours'
		| 'reversal_probability'
		| 'risk_score'
		| 'liquidity_score'
		| 'max_amount'
		| 'min_amount'
		| 'volume'
		| 'next_funding_time'
		| 'symbol'
		| undefined;
	/** Direction of sortby. worst_first reverses the known values and their ties; unknown values still come last. Default "best_first". */
	readonly order?: 'best_first' | 'worst_first' | undefined;
	/** coin: only the first opportunity of each coin in this order. The pages then count coins, and groups has the number of matching opportunities of each. Default "none". */
	readonly group_by?: 'none' | 'coin' | undefined;
	/** Only these coins, written as in base. Default: all coins. 1 to 100 entries. */
	readonly coins?: readonly string[] | undefined;
	/** Search text: part of the symbol, the coin, or either exchange's own symbol, in upper or lower case. 1 to 32 characters. */
	readonly q?: string | undefined;
	/** Capital in USD over both legs for which costs are computed. Above 0, at most 1000000000. Default 1000. */
	readonly amount?: number | undefined;
	/** Intended holding period. Default: the best of 8, 24, 72, 168, 336, 720 for each opportunity, shown in net.horizon_hours. At least 1, at most 2160. */
	readonly horizon_hours?: number | undefined;
	/** Leverage of each leg. At least 1, at most 200. Default 1. */
	readonly leverage?: number | undefined;
	/** Execution mode. Costs assume four taker fills in every mode. Default "single-direct". */
	readonly mode?: ExecutionMode | undefined;
	/** Only opportunities with this verdict for your amount, horizon and leverage. Default: all. */
	readonly verdict?: 'trade' | 'no_trade' | 'unknown' | undefined;
	/** Only opportunities whose min_amount is known and at most this. Unit: USD. Above 0, at most 1000000000. */
	readonly max_min_amount?: number | undefined;
	/** Only opportunities without a blocking guard. The verdict may still be no_trade. Default false. */
	readonly tradable_only?: boolean | undefined;
};

/** Result of `get_opportunities`. */
export type GetOpportunitiesResult = OpportunityPage;

/** Params of `opportunity_detail`. */
export type OpportunityDetailParams = {
	/** Id from get_opportunities. 1 to 64 characters. */
	readonly opportunity_id: string;
	/** Capital in USD over both legs for which costs are computed. Above 0, at most 1000000000. Default 1000. */
	readonly amount?: number | undefined;
	/** Intended holding period. Default: the best of 8, 24, 72, 168, 336, 720 for each opportunity, shown in net.horizon_hours. At least 1, at most 2160. */
	readonly horizon_hours?: number | undefined;
	/** Leverage of each leg. At least 1, at most 200. Default 1. */
	readonly leverage?: number | undefined;
	/** Execution mode. Costs assume four taker fills in every mode. Default "single-direct". */
	readonly mode?: ExecutionMode | undefined;
};

/** Result of `opportunity_detail`. */
export type OpportunityDetailResult = {
	/** Derived from the long and the short instrument. */
	readonly opportunity_id: string;
	/** The same value as opportunity_id. */
	readonly pair_uid: string;
	/** Coin and quote, such as BTCUSDT. */
	readonly symbol: string;
	/** The coin. */
	readonly base: string;
	/** The long venue's own symbol. */
	readonly long_symbol: string;
	/** The short venue's own symbol. */
	readonly short_symbol: string;
	/** Settlement currency of the long leg. */
	readonly long_quote: string;
	/** Settlement currency of the short leg. */
	readonly short_quote: string;
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** The same value as exchangepair. */
	readonly venues: string;
	/** Exchange of the long leg. */
	readonly long_venue: string;
	/** Exchange of the short leg. */
	readonly short_venue: string;
	/** Text such as Long KuCoin / Short Bybit. The sign of the 720-hour carry forecast sets the direction, whatever the horizon. If that forecast is near 0 or unknown, the sign of the headline spread sets it. */
	readonly direction: string;
	/** Current estimate for the next settlement, per funding interval of the leg. */
	readonly long_rate: number | null;
	/** Current estimate for the next settlement, per funding interval of the leg. */
	readonly short_rate: number | null;
	/** Hours between settlements. */
	readonly long_interval_hours: number | null;
	/** Hours between settlements. */
	readonly short_interval_hours: number | null;
	/** Next settlement of the long leg. Unix seconds. */
	readonly long_next_funding_timestamp: number | null;
	/** Next settlement of the short leg. Unix seconds. */
	readonly short_next_funding_timestamp: number | null;
	/** The earlier of the two next settlements. Unix seconds. */
	readonly next_funding_timestamp: number | null;
	/** The longer of the two funding intervals, hours. */
	readonly epoch_hours: number | null;
	/** (short rate per hour − long rate per hour) × epoch_hours, before costs. */
	readonly spread: number | null;
	/** The same value as spread. */
	readonly funding_delta: number | null;
	/** spread / epoch_hours × 8760, on one leg's notional. */
	readonly apr: number | null;
	/** expected_carry × epoch_hours / horizon_hours. */
	readonly chosen_per_epoch: number | null;
	/** Expected net and its parts, as shares of one leg's notional. */
	readonly net: Net;
	/** VWAP of the long leg at amount, USD per coin. */
	readonly long_price: number | null;
	/** VWAP of the short leg at amount, USD per coin. */
	readonly short_price: number | null;
	/** short mid / long mid − 1. */
	readonly price_basis: number | null;
	/** Largest amount in USD whose slippage stays within the configured limit on each leg. */
	readonly max_amount: number | null;
	/** Smallest amount in USD that both exchanges accept as one order per leg at this leverage. It respects lots, minimum quantities and minimum notionals, even after the stress move (risk.stressMovePct). */
	readonly min_amount: number | null;
	/** USD traded in 24 hours, the smaller of the two legs. */
	readonly volume_24h: number | null;
	/** 1 to 10; 10 is the most liquid. */
	readonly liquidity_score: number | null;
	/** 1 to 10; 10 is the riskiest. */
	readonly risk_score: number | null;
	/** True when the current headline spread points the other way. */
	readonly anomaly_direction: boolean;
	/** Why the direction differs from the headline spread. */
	readonly anomaly_reason: string | null;
	/** Codes of the active guards. */
	readonly guards: readonly string[];
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
	/** Time of the newest input. Unix seconds. */
	readonly updated_at: number;
	/** Age of the oldest input, milliseconds. */
	readonly age_ms: number | null;
	/** When the oldest input becomes stale. ISO 8601, UTC. */
	readonly expires_at: string | null;
	/** The parts of net, in USD; null while a book is unknown or the amount is below one lot. */
	readonly cash: Cash | null;
	/** Mark price of the long leg, USD per coin. */
	readonly long_mark_price: number | null;
	/** Mark price of the short leg, USD per coin. */
	readonly short_mark_price: number | null;
	/** Index price of the long leg, USD per coin. */
	readonly long_index_price: number | null;
	/** Index price of the short leg, USD per coin. */
	readonly short_index_price: number | null;
	/** 24-hour volume of the long leg, USD. */
	readonly long_24h_volume: number | null;
	/** 24-hour volume of the short leg, USD. */
	readonly short_24h_volume: number | null;
	/** Open interest of the long leg, USD. */
	readonly long_open_interest: number | null;
	/** Open interest of the short leg, USD. */
	readonly short_open_interest: number | null;
	/** Mean of the settled spreads of the last 24 hours. */
	readonly avg_spread_24h: number | null;
	/** Mean of the settled spreads of the last 7 days. */
	readonly avg_spread_7d: number | null;
	/** Mean of the settled spreads of the last 30 days. */
	readonly avg_spread_30d: number | null;
	/** Sample standard deviation (n − 1) of the spreads in funding_history over these days; null below 7 spreads. */
	readonly spread_sd_7d: number | null;
	/** Sample standard deviation (n − 1) of the spreads in funding_history over these days; null below 7 spreads. */
	readonly spread_sd_30d: number | null;
	/** Steadiness of the settled spread; 1 is steady. */
	readonly spread_stability: number | null;
	/** Mean of price_basis, sampled once a second with a half-life of 24 h. It is the expected basis at exit in net.cost.basis. */
	readonly basis_mean: number | null;
	/** Standard deviation of price_basis around that mean. */
	readonly basis_sd: number | null;
	/** Hours from the first to the last observation of price_basis. */
	readonly basis_observed_hours: number;
	/** price_basis over the last day, newest first. Spans without an observation are omitted. */
	readonly basis_history: readonly {
		/** Start of the minute, or of the ten-minute span if older than one hour. Unix seconds. */
		readonly timestamp: number;
		/** Last price_basis observed in that span. */
		readonly basis: number;
	}[];
	/** Earlier forecasts for this pair compared with received carry; null while none is scored. */
	readonly track_record: {
		/** Recorded forecasts: scored, pending and unscorable ones. The service records the first forecast shown in each hour, and the forecast of each execution. */
		readonly promises: number;
		/** Forecasts with a completed horizon and known settlements. */
		readonly scored: number;
		/** Mean forecast carry. */
		readonly promised_mean: number | null;
		/** Mean received carry, counted in whole settlements of each exchange. */
		readonly received_mean: number | null;
		/** Least-squares slope of received on forecast carry; 1 is unbiased. Null below 30 scored forecasts. */
		readonly slope: number | null;
		/** Mean forecast probability of a reversal. */
		readonly reversal_stated: number | null;
		/** Share of forecasts with negative received carry. */
		readonly reversal_happened: number | null;
		/** Share of received carry within one carry_sd of the forecast; 0.68 is well calibrated. */
		readonly inside_one_sd: number | null;
		/** Time of the oldest scored forecast. Unix seconds. */
		readonly since: number | null;
		/** Track record by verdict. */
		readonly by_verdict: {
			/** Track record of trade verdicts. */
			readonly trade: {
				/** Number of scored forecasts with this verdict. */
				readonly scored: number;
				/** Mean forecast carry. */
				readonly promised_mean: number | null;
				/** Mean received carry. */
				readonly received_mean: number | null;
				/** Mean forecast probability of a reversal. */
				readonly reversal_stated: number | null;
				/** Share of forecasts with negative received carry. */
				readonly reversal_happened: number | null;
			};
			/** Track record of no_trade verdicts. */
			readonly no_trade: {
				/** Number of scored forecasts with this verdict. */
				readonly scored: number;
				/** Mean forecast carry. */
				readonly promised_mean: number | null;
				/** Mean received carry. */
				readonly received_mean: number | null;
				/** Mean forecast probability of a reversal. */
				readonly reversal_stated: number | null;
				/** Share of forecasts with negative received carry. */
				readonly reversal_happened: number | null;
			};
			/** Track record of unknown verdicts. */
			readonly unknown: {
				/** Number of scored forecasts with this verdict. */
				readonly scored: number;
				/** Mean forecast carry. */
				readonly promised_mean: number | null;
				/** Mean received carry. */
				readonly received_mean: number | null;
				/** Mean forecast probability of a reversal. */
				readonly reversal_stated: number | null;
				/** Share of forecasts with negative received carry. */
				readonly reversal_happened: number | null;
			};
		};
	} | null;
	/** Current lifetime of the opportunity. get_opportunity_lives lists earlier ones. */
	readonly life: {
		/** Start of the current lifetime. ISO 8601, UTC. */
		readonly first_seen: string;
		/** Largest spread in this lifetime. */
		readonly peak_spread: number | null;
		/** Time of peak_spread. ISO 8601, UTC. */
		readonly peak_spread_at: string | null;
		/** Largest expected_net at default terms in this lifetime. */
		readonly peak_expected_net: number | null;
		/** Time of peak_expected_net. ISO 8601, UTC. */
		readonly peak_expected_net_at: string | null;
	} | null;
	/** Settled rates, newest first, with the settlement times of both exchanges. */
	readonly funding_history: readonly {
		/** Time of the settlement. Unix seconds. */
		readonly timestamp: number;
		/** Settled rate of the long leg. */
		readonly long_rate: number | null;
		/** Settled rate of the short leg. */
		readonly short_rate: number | null;
		/** Spread of this row. */
		readonly spread: number | null;
	}[];
	/** Settled funding of both legs in each UTC hour of the last 30 days, newest first. Each settled rate is divided evenly over its funding interval, so that exchanges with different settlement hours are comparable. Hours unknown for either leg are omitted. */
	readonly carry_history: readonly {
		/** End of the hour. Unix seconds. */
		readonly timestamp: number;
		/** Carry of the hour × epoch_hours, comparable with spread. */
		readonly spread: number | null;
		/** Sum of the carry since the oldest row, as a share of one leg. */
		readonly cumulative_carry: number;
	}[];
	/** Settlements within the horizon, at amount. */
	readonly settlements: readonly {
		/** Time of the settlement. Unix seconds. */
		readonly timestamp: number;
		/** The exchange that settles. */
		readonly exchange: string;
		/** Current estimate of the exchange, or the rate of our model. */
		readonly expected_rate: number | null;
		/** Expected payment in USD; positive is received. */
		readonly expected_cash: number | null;
	}[];
	/** Slippage and expected net at increasing amounts. */
	readonly cost_curve: readonly {
		/** USD over both legs. */
		readonly amount: number;
		/** Entry slippage, share of one leg's notional. */
		readonly entry_slippage: number | null;
		/** Exit slippage, share of one leg's notional. */
		readonly exit_slippage: number | null;
		/** Expected net, share of one leg's notional. */
		readonly expected_net: number | null;
	}[];
	/** Top 10 levels. */
	readonly books: {
		/** Order book of the long leg; null: unknown. */
		readonly long: {
			/** [price in USD per coin, quantity in coins]. */
			readonly bids: readonly (readonly [number, number])[];
			/** [price in USD per coin, quantity in coins]. */
			readonly asks: readonly (readonly [number, number])[];
		} | null;
		/** Order book of the short leg; null: unknown. */
		readonly short: {
			/** [price in USD per coin, quantity in coins]. */
			readonly bids: readonly (readonly [number, number])[];
			/** [price in USD per coin, quantity in coins]. */
			readonly asks: readonly (readonly [number, number])[];
		} | null;
	};
	/** Components liquidity.… and risk.…: the score if only this component counted (scores.md). */
	readonly score_components: { readonly [name: string]: number | null } | null;
};

/** Params of `opportunity_history`. */
export type OpportunityHistoryParams = {
	/** Id from get_opportunities. 1 to 64 characters. */
	readonly opportunity_id: string;
	/** Range in days up to now. Rows are hourly up to 40 days, every 3 hours up to 120, and every 12 hours beyond. At least 1, at most 365. Default 30. */
	readonly days?: number | undefined;
};

/** Result of `opportunity_history`. */
export type OpportunityHistoryResult = {
	/** The opportunity. */
	readonly opportunity_id: string;
	/** Requested range in days. */
	readonly days: number;
	/** Start of the range. Unix seconds. */
	readonly from: number;
	/** End of the range: now. Unix seconds. */
	readonly to: number;
	/** Settled funding. Each settled rate is divided evenly over its funding interval, so that exchanges with different settlement hours are comparable. */
	readonly funding: {
		/** Hours per row. */
		readonly step_hours: number;
		/** Hours with settled funding of both legs, of 24 per day. */
		readonly known_hours: number;
		/** Funding that this direction received in the range, before costs, as a share of one leg; null if no hour is known. */
		readonly cumulative_carry: number | null;
		/** Mean of spread; null below seven points. */
		readonly spread_mean: number | null;
		/** Sample standard deviation (n − 1) of spread; null below seven points. */
		readonly spread_sd: number | null;
		/** Steps with settled funding, newest first. */
		readonly rows: readonly {
			/** End of the last known hour of the step. Unix seconds. */
			readonly timestamp: number;
			/** Settled rate of the long leg per 8 hours. */
			readonly long_rate: number | null;
			/** Settled rate of the short leg per 8 hours. */
			readonly short_rate: number | null;
			/** Short rate minus long rate, over the hours known for both legs. */
			readonly spread: number | null;
			/** Carry since the start of the range, as a share of one leg. */
			readonly cumulative_carry: number;
		}[];
	};
	/** Price basis from stored mid prices. */
	readonly basis: {
		/** Seconds per row: 60 for one day, or if no older sample exists; otherwise as funding. */
		readonly step_seconds: number;
		/** Mean of the rows; null below seven points. */
		readonly mean: number | null;
		/** Sample standard deviation (n − 1) of the rows; null below seven points. */
		readonly sd: number | null;
		/** Last sample of each step, newest first. Steps without a sample are omitted. */
		readonly rows: readonly {
			/** Start of the minute or hour of the sample. Unix seconds. */
			readonly timestamp: number;
			/** short mid / long mid − 1, to seven decimal places. */
			readonly basis: number;
		}[];
	};
	/** Recorded forecasts in this direction compared with received funding. */
	readonly forecasts: {
		/** Hours per row. */
		readonly step_hours: number;
		/** Steps with matured forecasts, newest first. */
		readonly rows: readonly {
			/** End of the step. Unix seconds. */
			readonly timestamp: number;
			/** Forecasts whose holding period ended in this step. */
			readonly count: number;
			/** Mean forecast carry per 8 hours, as a share of one leg. */
			readonly forecast: number;
			/** Mean received carry of the same forecasts per 8 hours. */
			readonly received: number;
		}[];
	};
};

/** Params of `get_daily_spreads`. */
export type GetDailySpreadsParams = {
	/** Ids from get_opportunities. 1 to 100 entries. */
	readonly opportunity_ids: readonly string[];
};

/** Result of `get_daily_spreads`. */
export type GetDailySpreadsResult = {
	/** One entry for each requested id, in the same order. */
	readonly data: readonly {
		/** The requested id. */
		readonly opportunity_id: string;
		/** Mean settled spread of each day, oldest first. A day is null if the rates of a leg cover less than half of it. The whole is null without an opportunity. */
		readonly daily_spreads: readonly (number | null)[] | null;
		/** Why daily_spreads is null: the id was never issued, or its opportunity has ended. */
		readonly code: 'UNKNOWN_OPPORTUNITY' | 'OPPORTUNITY_EXPIRED' | null;
	}[];
	/** End of the oldest day. Every day has 24 hours. ISO 8601, UTC. */
	readonly first_day_ends_at: string;
	/** End of the newest day: the last full hour. ISO 8601, UTC. */
	readonly last_day_ends_at: string;
};

/** Params of `get_opportunity_lives`. */
export type GetOpportunityLivesParams = {
	/** Exchange pair in either order. Default: all pairs. 1 to 64 characters. */
	readonly exchangepair?: string | undefined;
	/** Search text: part of the symbol, in upper or lower case. 1 to 32 characters. */
	readonly q?: string | undefined;
	/** Only lifetimes of this opportunity. 1 to 64 characters. */
	readonly opportunity_id?: string | undefined;
	/** Only open or only ended lifetimes. Default "all". */
	readonly state?: 'all' | 'open' | 'ended' | undefined;
	/** Records per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
	/** Page number, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
};

/** Result of `get_opportunity_lives`. */
export type GetOpportunityLivesResult = {
	/** Lifetimes, newest first. */
	readonly data: readonly OpportunityLife[];
	readonly pagination: Pagination;
	/** Time at which the list was made. ISO 8601, UTC. */
	readonly as_of: string;
};

/** Params of `funding_map`. */
export type FundingMapParams = {
	/** Search text: part of the coin or of an exchange's own symbol, in upper or lower case. 1 to 32 characters. */
	readonly q?: string | undefined;
	/** Only these coins, such as BTC, in upper or lower case. Default: all coins. 1 to 100 entries. */
	readonly coins?: readonly string[] | undefined;
	/** Only these exchanges; spread and volume_24h then refer to them. Default: all exchanges. 1 to 100 entries. */
	readonly exchanges?: readonly string[] | undefined;
	/** Sort key. Unknown values come last in both orders; ties are sorted by coin. Default "spread". */
	readonly sortby?: 'spread' | 'volume' | 'symbol' | undefined;
	/** best_first: largest spread or volume first, coins from A to Z. worst_first: the other way round. Default "best_first". */
	readonly order?: 'best_first' | 'worst_first' | undefined;
	/** Coins per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
	/** Page number, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
};

/** Result of `funding_map`. */
export type FundingMapResult = {
	/** Columns of the map, in the order of cells. */
	readonly exchanges: readonly {
		/** The exchange. */
		readonly exchange: string;
		/** True if the service reads its data but does not trade there. */
		readonly data_only: boolean;
		/** State of its market data. */
		readonly state: 'fresh' | 'stale' | 'down';
		/** Why the state is not fresh; null if it is. */
		readonly reason: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Number of its contracts. */
		readonly contracts: number;
	}[];
	/** One row per coin, in the order of sortby. */
	readonly data: readonly {
		/** The coin. Contracts on a multiple, such as 1000PEPE, belong to their coin. */
		readonly base: string;
		/** USD traded in 24 hours: the sum of all known contracts. */
		readonly volume_24h: number | null;
		/** Widest spread between two cells. Cells without a rate, not tradable ones and those with state down do not count. */
		readonly spread: {
			/** Exchange with the lowest rate. */
			readonly long_exchange: string;
			/** Exchange with the highest rate. */
			readonly short_exchange: string;
			/** Highest rate_8h − lowest rate_8h, before costs. */
			readonly spread_8h: number;
			/** Highest apr − lowest apr, before costs. */
			readonly spread_apr: number;
		} | null;
		/** One per exchange that lists the coin: its most traded contract. Contracts without a rate and not tradable ones come after all others. */
		readonly cells: readonly {
			/** The exchange. */
			readonly exchange: string;
			/** The exchange's own symbol. */
			readonly symbol: string;
			/** Settlement currency. */
			readonly quote: string;
			/** Current estimate for the next settlement, per interval_hours. Positive: longs pay shorts. */
			readonly rate: number | null;
			/** Hours between settlements. */
			readonly interval_hours: number | null;
			/** rate × 8 / interval_hours. */
			readonly rate_8h: number | null;
			/** rate × 8760 / interval_hours. */
			readonly apr: number | null;
			/** Sum of the rates settled in the last 30 days, times 365 / 30. Null if less than 30 days are known or rates are missing. Until a due rate is published, the 30 days end just before it. */
			readonly month_mean_apr: number | null;
			/** Next settlement. Unix seconds. */
			readonly next_funding_timestamp: number | null;
			/** USD traded in 24 hours. */
			readonly volume_24h: number | null;
			/** False while the exchange reports that the contract does not trade. */
			readonly tradable: boolean;
			/** State of the figures. stale: older than the limit marketData.tickerStaleMs, or the settlement has passed. down: the exchange does not answer. */
			readonly state: 'fresh' | 'stale' | 'down';
			/** Age of the figures, milliseconds. */
			readonly age_ms: number | null;
			/** Other contracts on the coin at the same exchange, such as one with another quote currency. */
			readonly other_contracts: readonly {
				/** The exchange. */
				readonly exchange: string;
				/** The exchange's own symbol. */
				readonly symbol: string;
				/** Settlement currency. */
				readonly quote: string;
				/** Current estimate for the next settlement, per interval_hours. Positive: longs pay shorts. */
				readonly rate: number | null;
				/** Hours between settlements. */
				readonly interval_hours: number | null;
				/** rate × 8 / interval_hours. */
				readonly rate_8h: number | null;
				/** rate × 8760 / interval_hours. */
				readonly apr: number | null;
				/** Sum of the rates settled in the last 30 days, times 365 / 30. Null if less than 30 days are known or rates are missing. Until a due rate is published, the 30 days end just before it. */
				readonly month_mean_apr: number | null;
				/** Next settlement. Unix seconds. */
				readonly next_funding_timestamp: number | null;
				/** USD traded in 24 hours. */
				readonly volume_24h: number | null;
				/** False while the exchange reports that the contract does not trade. */
				readonly tradable: boolean;
				/** State of the figures. stale: older than the limit marketData.tickerStaleMs, or the settlement has passed. down: the exchange does not answer. */
				readonly state: 'fresh' | 'stale' | 'down';
				/** Age of the figures, milliseconds. */
				readonly age_ms: number | null;
			}[];
		}[];
		/** Reasons why members are null or uncertain. */
		readonly reasons: readonly Reason[];
	}[];
	readonly pagination: Pagination;
	/** Time of the figures. ISO 8601, UTC. */
	readonly as_of: string;
};

/** Params of `funding_history`. */
export type FundingHistoryParams = {
	/** The coin, such as BTC, in upper or lower case. 1 to 64 characters. */
	readonly coin: string;
	/** Length of the range, days, up to now. Default 30. */
	readonly days?: 7 | 30 | 90 | 365 | undefined;
};

/** Result of `funding_history`. */
export type FundingHistoryResult = {
	/** The coin. */
	readonly base: string;
	/** Length of the range, days. */
	readonly days: number;
	/** settlement (up to 30 days): one point per settlement. day: one point per UTC day with at least 12 known hours. */
	readonly step: 'settlement' | 'day';
	/** One per contract on the coin, at most 40. */
	readonly series: readonly {
		/** The exchange. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Settlement currency. */
		readonly quote: string;
		/** Mean settled rate over the covered time, per 8 hours. Null if nothing is covered. */
		readonly mean_8h: number | null;
		/** The same mean per 365 days. */
		readonly mean_apr: number | null;
		/** Share of the range with known settled rates, from 0 to 1. */
		readonly covered: number;
		/** First settlement in the range. Unix seconds. */
		readonly from: number | null;
		/** Last settlement in the range. Unix seconds. */
		readonly to: number | null;
		/** Number of settlements in the range. */
		readonly settlements: number;
		/** Oldest first. */
		readonly points: readonly {
			/** The settlement, or the start of the UTC day. Unix seconds. */
			readonly timestamp: number;
			/** Settled rate, or mean of the day, per 8 hours. */
			readonly rate_8h: number;
		}[];
		/** Why the service cannot read more of the history; null if the last read succeeded. */
		readonly failure: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	}[];
	/** Contracts beyond that limit; they have the smallest volumes. */
	readonly left_out: number;
	/** Time of the answer. ISO 8601, UTC. */
	readonly as_of: string;
};

/** Params of `plan_portfolio`. */
export type PlanPortfolioParams = {
	/** Capital to plan for, over all exchanges. Default: the equity of your accounts at these exchanges. Unit: USD. At least 10, at most 1000000000. */
	readonly capital?: number | undefined;
	/** Exchanges to use, at least two. Default: every exchange with an account of yours, or without accounts every exchange that the service trades. 1 to 50 entries. */
	readonly exchanges?: readonly string[] | undefined;
	/** Only these coins, such as BTC, in upper or lower case. Default: all coins. 1 to 500 entries. */
	readonly coins?: readonly string[] | undefined;
	/** Not these coins. Default: none. 1 to 500 entries. */
	readonly without_coins?: readonly string[] | undefined;
	/** Place of the margin. accounts: as in your accounts now. equal: the capital split equally. free: wherever the plan needs it, so that no exchange limits it. Default: accounts if you have any at these exchanges, otherwise free. */
	readonly margin?: 'accounts' | 'equal' | 'free' | undefined;
	/** Notional of both legs as a multiple of the margin. At least 1, at most 3. Default 1.8. */
	readonly leverage?: number | undefined;
	/** Share of the capital that stays idle, as a reserve of margin. At least 0, at most 0.9. Default 0.25. */
	readonly idle?: number | undefined;
	/** Largest notional of one leg of a coin, as a share of one leg of the whole plan. At least 0.01, at most 1. Default 0.1. */
	readonly coin_share?: number | undefined;
	/** Largest notional at one exchange, as a share of both legs of the whole plan. Default: no limit. At least 0.01, at most 1. */
	readonly exchange_share?: number | undefined;
	/** Largest difference between longs and shorts at one exchange, as the same share. Default: no limit. At least 0, at most 1. */
	readonly exchange_net_share?: number | undefined;
	/** Time within which a change must earn twice its cost. Forecasts are best known at 720. Unit: hours. At least 24, at most 2160. Default 720. */
	readonly horizon?: number | undefined;
	/** Interest that cash earns, a fraction per year. At least 0, at most 1. Default 0.04. */
	readonly cash_apr?: number | undefined;
	/** The plan may change only these executions, and keeps the others; an empty list keeps all. Default: all of your running ones. At most 200 entries. */
	readonly execution_ids?: readonly string[] | undefined;
};

/** Result of `plan_portfolio`. */
export type PlanPortfolioResult = {
	/** Time of the prices and forecasts. ISO 8601, UTC. */
	readonly as_of: string;
	/** Terms of the plan, with defaults. */
	readonly terms: {
		/** Capital, USD. */
		readonly capital: number;
		/** Exchanges that the plan may use. */
		readonly exchanges: readonly string[];
		/** Coins that it may use; null: all. */
		readonly coins: readonly string[] | null;
		/** Coins that it may not use. */
		readonly without_coins: readonly string[];
		/** Place of the margin. */
		readonly margin: 'accounts' | 'equal' | 'free';
		/** Notional of both legs as a multiple of the margin. */
		readonly leverage: number;
		/** Share of the capital that stays idle. */
		readonly idle: number;
		/** Largest notional of one leg of a coin, as a share of leg_notional_max. */
		readonly coin_share: number;
		/** Largest notional at one exchange, as a share of twice leg_notional_max; null: no limit. */
		readonly exchange_share: number | null;
		/** Largest difference between longs and shorts at one exchange, as the same share; null: no limit. */
		readonly exchange_net_share: number | null;
		/** Interest that cash earns, a fraction per year. */
		readonly cash_apr: number;
		/** Largest notional of one leg of the whole plan, USD. */
		readonly leg_notional_max: number;
		/** Hours over which gains are expected. */
		readonly horizon_hours: number;
	};
	/** Expected result, compared with cash. */
	readonly outcome: {
		/** trade: the plan is expected to earn more than cash. no_trade: it is not; keep cash. */
		readonly verdict: 'trade' | 'no_trade';
		/** Sentence for people. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Expected net per year as a fraction of the capital, after the cost of the changes. */
		readonly net_on_capital: number;
		/** Lower end of the interval of net_on_capital that holds 90 % of the expected outcomes; null if unknown. */
		readonly net_on_capital_low: number | null;
		/** Upper end of the interval. */
		readonly net_on_capital_high: number | null;
		/** Expected net, USD per year. */
		readonly net_per_year: number;
		/** Interest of cash, a fraction per year. */
		readonly cash_apr: number;
		/** net_on_capital minus cash_apr. */
		readonly over_cash: number;
		/** Leverage at which the plan would earn as much as cash; null if it loses at every leverage. */
		readonly leverage_of_cash: number | null;
	};
	/** Changes from the present holdings, in the order to make them. */
	readonly changes: readonly {
		/** open: a new pair. enlarge: more of a held pair. reduce and close: less of a held pair, or nothing. roll: one leg moves to another exchange. */
		readonly kind: 'open' | 'enlarge' | 'reduce' | 'close' | 'roll';
		/** Coin. */
		readonly coin: string;
		/** Long leg after the change; for reduce and close, of the held pair. */
		readonly long: {
			/** Exchange. */
			readonly exchange: string;
			/** The exchange's own symbol. */
			readonly symbol: string;
		};
		/** Short leg after the change; for reduce and close, of the held pair. */
		readonly short: {
			/** Exchange. */
			readonly exchange: string;
			/** The exchange's own symbol. */
			readonly symbol: string;
		};
		/** Id of the opportunity with these legs, for execute_opportunity. */
		readonly opportunity_id: string;
		/** Execution that the change reduces, closes or rolls; null for an opening. */
		readonly execution_id: string | null;
		/** Share that the change takes away or moves, of what the execution holds after the changes before it; null for an opening. */
		readonly share: number | null;
		/** The leg that a roll moves; null for other kinds. */
		readonly roll: {
			/** Leg that moves. */
			readonly leg: 'long' | 'short';
			/** Contract that it leaves. */
			readonly from: {
				/** Exchange. */
				readonly exchange: string;
				/** The exchange's own symbol. */
				readonly symbol: string;
			};
		} | null;
		/** Notional of one leg of the change, USD. */
		readonly notional: number;
		/** Expected gain over horizon_hours compared with no change, before the cost, USD. */
		readonly gain: number;
		/** Cost of the change, USD. */
		readonly cost: number;
		/** gain / cost; null if the change costs nothing. */
		readonly ratio: number | null;
		/** Limits that decided the size of the change. */
		readonly limits: readonly {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
			/** Additional net per year for each USD by which the limit is widened. */
			readonly shadow_price: number;
		}[];
		/** Sentence for people. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	}[];
	/** Contracts that are held now or in the plan. */
	readonly legs: readonly {
		/** Coin. */
		readonly coin: string;
		/** Exchange. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Notional now, USD; negative: short. */
		readonly held: number;
		/** Notional of the plan, USD; negative: short. */
		readonly target: number;
		/** Mid price, USD per coin. */
		readonly price: number;
		/** Fee and slippage of a change, a fraction of its notional. */
		readonly cost: number;
		/** Why the plan may not change the leg freely. */
		readonly reasons: readonly {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		}[];
	}[];
	/** Limits that bind the whole plan. */
	readonly limits: readonly {
		/** Sentence for people. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Additional net per year for each USD by which the limit is widened. */
		readonly shadow_price: number;
	}[];
	/** Margin by exchange after the plan. */
	readonly margins: readonly {
		/** Exchange. */
		readonly exchange: string;
		/** Equity that the plan counts on, USD. */
		readonly equity: number;
		/** Notional of all its legs after the plan, USD. */
		readonly notional: number;
		/** Longs minus shorts after the plan, USD. */
		readonly net: number;
		/** The margin after moves of all prices. */
		readonly moves: readonly {
			/** Common move of all prices, a fraction; -0.3 is a fall of 30 %. */
			readonly move: number;
			/** Equity after the move, USD. */
			readonly equity: number;
			/** Equity over notional after the move; null without positions. */
			readonly ratio: number | null;
			/** ok: nothing to do. watch, transfer and reduce: the ratio is below 0.7, 0.5 and 0.3 of 1 / leverage. empty: no equity remains. */
			readonly level: 'ok' | 'watch' | 'transfer' | 'reduce' | 'empty';
		}[];
	}[];
	/** Transfers that the plan would like. The service never withdraws; you make them. */
	readonly transfers: readonly {
		/** Exchange to transfer from. */
		readonly from: string;
		/** Exchange to transfer to. */
		readonly to: string;
		/** Whole USD. */
		readonly amount: number;
		/** Time by which it should arrive; null: unknown. ISO 8601, UTC. */
		readonly by: string | null;
		/** Id in planned_transfers; null: the plan does not start from your accounts. */
		readonly transfer_id: string | null;
		/** Sentence for people. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** The consequence of not sending it. */
		readonly without: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		};
	}[];
	/** Transfers between exchanges that the service requests, newest first, for a week after their end. The service never withdraws; you send the money, and it recognizes the arrival. */
	readonly planned_transfers: readonly {
		/** Id of the transfer. */
		readonly transfer_id: string;
		/** Exchange to transfer from. */
		readonly from: string;
		/** Exchange to transfer to. */
		readonly to: string;
		/** Amount to send, whole USD. */
		readonly amount: number;
		/** Time by which it should arrive; null: unknown. ISO 8601, UTC. */
		readonly by: string | null;
		/** alert: the margin is low. pot: an autopilot. plan: a plan of yours. */
		readonly asked_by: 'alert' | 'pot' | 'plan';
		/** The pot that asks; null: none. */
		readonly pot_id: string | null;
		/** Time since which the service requests it. ISO 8601, UTC. */
		readonly planned_at: string;
		/** planned: not seen yet. sent: under way. partly: a part has arrived, the rest was not sent. arrived: all of it. late: not in time. withdrawn: no longer wanted. */
		readonly state: 'planned' | 'sent' | 'partly' | 'arrived' | 'late' | 'withdrawn';
		/** Time of the last change of state. ISO 8601, UTC. */
		readonly changed_at: string;
		/** USD that have left one exchange and have not reached the other. */
		readonly under_way: number;
		/** USD that have arrived. */
		readonly arrived: number;
		/** Why the transfer is needed. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** The consequence of not sending it. */
		readonly without: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		};
	}[];
	/** Facts that the plan could not consider. */
	readonly reasons: readonly {
		/** Sentence for people. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	}[];
};

/** Params of `execute_opportunity`. */
export type ExecuteOpportunityParams = {
	/** Id from get_opportunities. 1 to 64 characters. */
	readonly opportunity_id: string;
	/** Capital in USD over both legs. The notional of each leg is amount / 2 × leverage. Above 0, at most 1000000000. */
	readonly amount: number;
	/** Execution mode; auto lets the service choose. Default "auto". */
	readonly mode?: ExecutionMode | undefined;
	/** Leverage of each leg, at most the service's limit. At least 1, at most 200. Default 1. */
	readonly leverage?: number | undefined;
	/** Slippage limit per leg; the service sets the default and the upper limit. Unit: basis points. Above 0, at most 10000. */
	readonly max_slippage_bps?: number | undefined;
	/** Refuse with EDGE_GONE when the net APR at the final check is below this. Unit: fraction per year. At least -1000, at most 1000. */
	readonly min_net_apr?: number | undefined;
	/** Refuse with NO_TRADE unless the verdict is trade. Default false. */
	readonly only_if_trade?: boolean | undefined;
	/** True: open the direction of opportunity_id even if the forecast now favours the other one. Otherwise that fails with OPPORTUNITY_EXPIRED. Default false. */
	readonly any_direction?: boolean | undefined;
	/** Exit rules. */
	readonly exit?: ExitRules | undefined;
	/** The same key with the same params returns the first answer. 1 to 64 characters. */
	readonly idempotency_key?: string | undefined;
	/** True: return the plan, its costs and all checks, and send nothing. Default false. */
	readonly preview?: boolean | undefined;
	/** Id of the preview that this trade must match. Send the same params. If costs exceed the preview’s bounds, the call fails with PREVIEW_EXCEEDED. 1 to 64 characters. */
	readonly preview_id?: string | undefined;
};

/** Result of `execute_opportunity`. */
export type ExecuteOpportunityResult =
	| {
			readonly success: true;
			/** Id of the job, for resubmit_execute_opportunity. */
			readonly job_id: string;
			/** Id of the execution, for portfolio_live and close_execution. */
			readonly execution_id: string;
			readonly status: 'queued';
			/** Execution mode. */
			readonly mode: ExecutionMode;
			/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
			readonly trading_mode: TradingMode;
			/** Summary of the opening in words. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
			/** Amount to open in USD over both legs, rounded to both exchanges' lots. */
			readonly planned_amount: number;
			/** Expected time at which both legs are filled; the latest possible time for single-delay and grid. ISO 8601, UTC. */
			readonly estimated_entry_time: string;
			/** Warnings that did not prevent the opening. */
			readonly warnings: readonly {
				/** Stable code for programs. */
				readonly code: string;
				/** Sentence for people. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			}[];
	  }
	| {
			readonly success: true;
			readonly preview: true;
			/** Id that binds an execution to this preview. */
			readonly preview_id: string;
			/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
			readonly trading_mode: TradingMode;
			/** Time at which the preview expires. ISO 8601, UTC. */
			readonly expires_at: string;
			/** Plan of the opening. */
			readonly plan: {
				/** Execution mode. */
				readonly mode: ExecutionMode;
				/** Requested amount in USD over both legs. */
				readonly amount: number;
				/** Amount to open in USD over both legs, rounded to both exchanges' lots. */
				readonly planned_amount: number;
				/** Why planned_amount is below amount; null when it is not. */
				readonly amount_difference: {
					/** EXCHANGE_LOT: the lot of one exchange, or the same lot of both. COMMON_LOT: the least common multiple of two different lots. PRICE_GAP: the leg with the lower price is worth less. */
					readonly code: 'COMMON_LOT' | 'EXCHANGE_LOT' | 'PRICE_GAP';
					/** amount − planned_amount, USD over both legs. */
					readonly amount: number;
					/** Coins. The quantity of each leg is a multiple of this. */
					readonly lot: number;
					/** Lot of the exchange of the long leg, coins. */
					readonly long_lot: number;
					/** Lot of the exchange of the short leg, coins. */
					readonly short_lot: number;
					/** Exchange whose lot decides; null when both have this lot, or neither. */
					readonly exchange: string | null;
					/** Smallest amount that buys one lot more at the present prices, USD over both legs. */
					readonly next_amount: number;
				} | null;
				/** Leverage of each leg. */
				readonly leverage: number;
				/** Coins of each leg. */
				readonly quantity: number;
				/** Number of slices, opened one after the other on both legs. */
				readonly children: number;
				/** Leg that single-delay opens first; null in other modes. */
				readonly first_leg: 'long' | 'short' | null;
				/** Groups of slices with the same minimum price basis, in order. */
				readonly levels: readonly {
					/** Number of slices at the level. */
					readonly children: number;
					/** Coins of each leg in all slices of the level together. */
					readonly quantity: number;
					/** Minimum price basis to start them; null: any. */
					readonly min_basis: number | null;
				}[];
				/** Reason for this mode and these slices. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
				/** Opening orders of each leg. */
				readonly legs: readonly {
					/** Leg of the pair. */
					readonly role: 'long' | 'short';
					/** Exchange of the leg. */
					readonly exchange: string;
					/** The exchange's own symbol. */
					readonly symbol: string;
					/** Side of the opening orders. */
					readonly side: 'buy' | 'sell';
					/** Coins. */
					readonly quantity: number;
					/** Value of the leg, USD. */
					readonly notional: number;
					/** Worst price of the orders, USD per coin. */
					readonly limit_price: number;
					/** Average price in the current book, USD per coin. */
					readonly expected_price: number | null;
					/** Margin needed, USD. */
					readonly margin: number;
				}[];
				/** Costs and expected net in USD for the planned quantity; null if the amount is below one lot. */
				readonly cash: Cash | null;
				/** Steps taken if one leg fills and the other does not, with their cost. */
				readonly if_one_leg_fails: {
					/** Steps of the engine, in the order in which they take effect. */
					readonly steps: readonly {
						/** Delay before this step in milliseconds, counted from when one leg gets ahead of the other. For single-delay with a resting first leg, it counts from the first hedge order. For call_person and hedge_elsewhere, it counts from the last update from the order or exchange. */
						readonly after_ms: number;
						/** Code of the step. */
						readonly action:
							| 'prove'
							| 'complete'
							| 'complete_wider'
							| 'cut'
							| 'call_person'
							| 'hedge_elsewhere';
						/** The step in words. */
						readonly text: string;
						/** Id and facts of the sentence, for another language. Absent: it has no translation. */
						readonly sentence?: {
							/** Stable id of the sentence, such as verdict.low_odds. */
							readonly id: string;
							/** Figures and words of the sentence. */
							readonly facts: { readonly [name: string]: unknown };
						};
					}[];
					/** Coins of the largest slice, which is the most that one leg opens at once. */
					readonly quantity: number;
					/** Loss in USD if that slice fills on one leg at its limit_price and is then reduced at the slippage limit. Includes both taker fees; assumes the more expensive leg. Any market move in between is additional. */
					readonly worst_case_usd: number;
					/** The same loss if the slice is reduced at the widest allowed price (execution.unwindSlippageBpsMax). */
					readonly worst_case_widest_usd: number;
					/** Steps and cost in words. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
			};
			readonly costs: Net;
			/** All checks of the risk gate, in order. */
			readonly checks: readonly {
				/** Name of the check (risk.md). */
				readonly check: string;
				/** True when the check passed. */
				readonly passed: boolean;
				/** Value found. */
				readonly value: string;
				/** Limit for the value. */
				readonly limit: string;
				/** Value and limit in words. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			}[];
			/** Warnings in addition to the checks. AMOUNT_ROUNDED: less than 90 % of the amount would be opened. */
			readonly warnings: readonly {
				/** Stable code for programs. */
				readonly code: string;
				/** Sentence for people. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			}[];
			/** Bounds of preview_id. An execution that exceeds them is refused with PREVIEW_EXCEEDED. */
			readonly bounds: {
				/** Largest total cost, share of one leg's notional. */
				readonly max_total_cost: number | null;
				/** Smallest expected net, share of one leg's notional. */
				readonly min_expected_net: number | null;
				/** Mode of the opening. */
				readonly mode: ExecutionMode;
				/** Number of slices. */
				readonly children: number;
			};
	  };

/** Params of `portfolio_live`. */
export type PortfolioLiveParams = {
	/** Only this execution. 1 to 64 characters. */
	readonly execution_id?: string | undefined;
	/** True: include ended executions, paged. The params below sort and filter only these. Default false. */
	readonly include_closed?: boolean | undefined;
	/** Page of ended executions, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
	/** Ended executions per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
	/** Order of ended executions. held: time from acceptance to the end. An execution without the value comes last. Default "created_at". */
	readonly sort?:
		| 'created_at'
		| 'closed_at'
		| 'symbol'
		| 'status'
		| 'held'
		| 'filled_amount'
		| 'price_pnl'
		| 'funding_pnl'
		| 'fee_cost'
		| 'slippage_cost'
		| 'total_pnl'
		| 'total_pnl_pct'
		| undefined;
	/** Direction of the order. Default "desc". */
	readonly order?: 'asc' | 'desc' | undefined;
	/** Only symbols that begin with this, such as BTC. 1 to 32 characters. */
	readonly symbol?: string | undefined;
	/** Only executions with the long leg on this exchange. 1 to 32 characters. */
	readonly long_exchange?: string | undefined;
	/** Only executions with the short leg on this exchange. 1 to 32 characters. */
	readonly short_exchange?: string | undefined;
	/** Only executions with this result. loss: no profit. failed: not opened. */
	readonly outcome?: 'profit' | 'loss' | 'failed' | undefined;
	/** Only executions that ended at or after this: an ISO 8601 instant with a time zone, or a UTC date. 1 to 40 characters. */
	readonly from?: string | undefined;
	/** False: without the payments in funding.funding_events and the reasons about them. They grow with the time held. Default true. */
	readonly funding_events?: boolean | undefined;
	/** Only executions that ended before this, in the format of from. 1 to 40 characters. */
	readonly until?: string | undefined;
};

/** Result of `portfolio_live`. */
export type PortfolioLiveResult = Portfolio;

/** Params of `portfolio_live_v2`. */
export type PortfolioLiveV2Params = {
	/** Only this execution. 1 to 64 characters. */
	readonly execution_id?: string | undefined;
	/** True: include ended executions, paged. The params below sort and filter only these. Default false. */
	readonly include_closed?: boolean | undefined;
	/** Page of ended executions, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
	/** Ended executions per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
	/** Order of ended executions. held: time from acceptance to the end. An execution without the value comes last. Default "created_at". */
	readonly sort?:
		| 'created_at'
		| 'closed_at'
		| 'symbol'
		| 'status'
		| 'held'
		| 'filled_amount'
		| 'price_pnl'
		| 'funding_pnl'
		| 'fee_cost'
		| 'slippage_cost'
		| 'total_pnl'
		| 'total_pnl_pct'
		| undefined;
	/** Direction of the order. Default "desc". */
	readonly order?: 'asc' | 'desc' | undefined;
	/** Only symbols that begin with this, such as BTC. 1 to 32 characters. */
	readonly symbol?: string | undefined;
	/** Only executions with the long leg on this exchange. 1 to 32 characters. */
	readonly long_exchange?: string | undefined;
	/** Only executions with the short leg on this exchange. 1 to 32 characters. */
	readonly short_exchange?: string | undefined;
	/** Only executions with this result. loss: no profit. failed: not opened. */
	readonly outcome?: 'profit' | 'loss' | 'failed' | undefined;
	/** Only executions that ended at or after this: an ISO 8601 instant with a time zone, or a UTC date. 1 to 40 characters. */
	readonly from?: string | undefined;
	/** False: without the payments in funding.funding_events and the reasons about them. They grow with the time held. Default true. */
	readonly funding_events?: boolean | undefined;
	/** Only executions that ended before this, in the format of from. 1 to 40 characters. */
	readonly until?: string | undefined;
};

/** Result of `portfolio_live_v2`. */
export type PortfolioLiveV2Result = Portfolio;

/** Params of `close_execution`. */
export type CloseExecutionParams = {
	/** Id from portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
	/** Slippage limit per leg; the service sets the default and the upper limit. If you set a limit, the close may wait for a price within it as long as the position is hedged. Call again with a wider limit, or none, to proceed. While one leg is unhedged, the service relaxes the limit. Unit: basis points. Above 0, at most 10000. */
	readonly max_slippage_bps?: number | undefined;
	/** Share of a running execution to close, rounded down to the lot sizes of both exchanges. The rest stays open and hedged. If the part is below the minimum order size of an exchange, nothing is sent (BELOW_MIN_NOTIONAL). If the rest would be below it, everything is closed, and the message says so. A part of a queued or opening execution is refused (NOT_CLOSABLE): close all of it, or call cancel_execution with keep first. Above 0, at most 1. Default 1. */
	readonly share?: number | undefined;
	/** Instead of share: capital to close, in USD over both legs at current prices. The closed notional of each leg is amount / 2 × leverage. An amount of at least the whole position closes all of it. Above 0, at most 1000000000. */
	readonly amount?: number | undefined;
	/** taker takes liquidity on both legs at once. maker rests one leg as a post-only order and hedges each fill on the other leg at once; after maker_minutes, or when the price basis moves too far, the rest is closed as taker. Kill switches and forced exit rules do not wait for it. Default "taker". */
	readonly style?: 'taker' | 'maker' | undefined;
	/** How long orders of a close with style maker may rest (default: the service's setting). At least 1, at most 60. */
	readonly maker_minutes?: number | undefined;
	/** True: return what the close would do and its expected PnL breakdown; change nothing. A preview fails with the same errors as the close would in the execution’s current state. Default false. */
	readonly preview?: boolean | undefined;
};

/** Result of `close_execution`. */
export type CloseExecutionResult = CloseAnswer | ClosePreview;

/** Params of `roll_leg`. */
export type RollLegParams = {
	/** Running execution, from portfolio_live. An agent names one that it opened. 1 to 64 characters. */
	readonly execution_id: string;
	/** Leg that moves. The other leg stays without a trade. */
	readonly leg: 'long' | 'short';
	/** Exchange to which the leg moves; neither of the two present ones. 1 to 64 characters. */
	readonly exchange: string;
	/** The exchange's own symbol. Only needed if the exchange lists several contracts of the coin. 1 to 64 characters. */
	readonly symbol?: string | undefined;
	/** Share of the position to move, rounded down to the lot sizes of all three exchanges. If the moved part or the rest is below the smallest order, the call fails with BELOW_MIN_NOTIONAL. Above 0, at most 1. Default 1. */
	readonly share?: number | undefined;
	/** Slippage limit at the new exchange; the service sets the default and the upper limit. The old leg then closes like any larger leg, with the limit of its execution first. Unit: basis points. Above 0, at most 10000. */
	readonly max_slippage_bps?: number | undefined;
	/** Refuse with NO_TRADE unless the move is expected to gain at least twice its cost within 720 hours. Default false. */
	readonly only_if_pays?: boolean | undefined;
	/** The same key with the same params returns the first answer. 1 to 64 characters. */
	readonly idempotency_key?: string | undefined;
	/** True: return the plan, its costs and all checks, and send nothing. Default false. */
	readonly preview?: boolean | undefined;
	/** Id of the preview that this roll must match. Send the same params. If costs exceed the preview’s bounds, the call fails with PREVIEW_EXCEEDED. 1 to 64 characters. */
	readonly preview_id?: string | undefined;
};

/** Result of `roll_leg`. */
export type RollLegResult =
	| {
			readonly success: true;
			/** Id of the job, for resubmit_execute_opportunity. */
			readonly job_id: string;
			/** Id of the execution, for portfolio_live and close_execution. */
			readonly execution_id: string;
			readonly status: 'queued';
			/** Execution mode. */
			readonly mode: ExecutionMode;
			/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
			readonly trading_mode: TradingMode;
			/** Summary of the opening in words. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
			/** Amount to open in USD over both legs, rounded to both exchanges' lots. */
			readonly planned_amount: number;
			/** Expected time at which both legs are filled; the latest possible time for single-delay and grid. ISO 8601, UTC. */
			readonly estimated_entry_time: string;
			/** Warnings that did not prevent the opening. */
			readonly warnings: readonly {
				/** Stable code for programs. */
				readonly code: string;
				/** Sentence for people. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			}[];
	  }
	| {
			readonly success: true;
			readonly preview: true;
			/** Id that binds a roll to this preview. */
			readonly preview_id: string;
			/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
			readonly trading_mode: TradingMode;
			/** Time at which the preview expires. ISO 8601, UTC. */
			readonly expires_at: string;
			/** Plan of the roll. */
			readonly plan: {
				/** Execution that holds the pair before. */
				readonly execution_id: string;
				/** Leg that moves. */
				readonly leg: 'long' | 'short';
				/** Coins that move. */
				readonly quantity: number;
				/** Coins that stay in the execution before; 0: it ends. */
				readonly remaining: number;
				/** Value of the moved leg, USD. */
				readonly notional: number;
				/** Capital of the pair after, USD over both legs. */
				readonly amount: number;
				/** Leverage of each leg. */
				readonly leverage: number;
				/** Margin that the new exchange needs, USD. */
				readonly margin: number;
				/** Number of slices, moved one after the other. */
				readonly children: number;
				/** Trade at the new exchange, which comes first. */
				readonly open: {
					/** Exchange of the trade. */
					readonly exchange: string;
					/** The exchange's own symbol. */
					readonly symbol: string;
					/** Side of the orders. */
					readonly side: 'buy' | 'sell';
					/** Worst price of the orders, USD per coin. */
					readonly limit_price: number;
					/** Average price in the current book, USD per coin; null if the book cannot fill it within the slippage limit. */
					readonly expected_price: number | null;
					/** Taker fee, share of the moved leg's notional. */
					readonly fee: number;
					/** Distance from the mid price, share of the moved leg's notional. */
					readonly slippage: number | null;
				};
				/** Trade at the old exchange, once the first is proven. */
				readonly close: {
					/** Exchange of the trade. */
					readonly exchange: string;
					/** The exchange's own symbol. */
					readonly symbol: string;
					/** Side of the orders. */
					readonly side: 'buy' | 'sell';
					/** Worst price of the orders, USD per coin. */
					readonly limit_price: number;
					/** Average price in the current book, USD per coin; null if the book cannot fill it within the slippage limit. */
					readonly expected_price: number | null;
					/** Taker fee, share of the moved leg's notional. */
					readonly fee: number;
					/** Distance from the mid price, share of the moved leg's notional. */
					readonly slippage: number | null;
				};
				/** The roll in words. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			};
			/** Shares of the moved leg's notional; null if a part is unknown. */
			readonly figures: {
				/** Hours over which the carry is compared. */
				readonly horizon_hours: number;
				/** Expected carry of the pair before. */
				readonly carry_before: number | null;
				/** Expected carry of the pair after. */
				readonly carry_after: number | null;
				/** carry_after − carry_before. */
				readonly gain: number | null;
				/** Fees and slippage of both trades. */
				readonly cost: number | null;
				/** gain − cost. */
				readonly net: number | null;
				/** gain / cost. only_if_pays asks for at least 2. */
				readonly ratio: number | null;
			};
			/** All checks of the risk gate on the pair after, then depth_close for the old exchange, and roll_pays for only_if_pays. */
			readonly checks: readonly {
				/** Name of the check (risk.md). */
				readonly check: string;
				/** True when the check passed. */
				readonly passed: boolean;
				/** Value found. */
				readonly value: string;
				/** Limit for the value. */
				readonly limit: string;
				/** Value and limit in words. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			}[];
			/** Bounds of preview_id. A roll that exceeds them is refused with PREVIEW_EXCEEDED. */
			readonly bounds: {
				/** Largest cost, share of the moved leg's notional. */
				readonly max_total_cost: number | null;
				/** Smallest net, share of the moved leg's notional. */
				readonly min_net: number | null;
				/** Number of slices. */
				readonly children: number;
			};
	  };

/** Params of `check_pair_status`. */
export type CheckPairStatusParams = {
	/** Exchange pair in either order. Required unless pair and exchange are given. 1 to 64 characters. */
	readonly exchangepair?: string | undefined;
	/** Symbol to check on the pair, such as BTCUSDT. 1 to 64 characters. */
	readonly symbol?: string | undefined;
	/** Symbol, in the compatibility form of the call (with exchange). 1 to 64 characters. */
	readonly pair?: string | undefined;
	/** Exchange pair, in the compatibility form of the call (with pair). 1 to 64 characters. */
	readonly exchange?: string | undefined;
};

/** Result of `check_pair_status`. */
export type CheckPairStatusResult = {
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** Requested symbol in upper case; null: the whole pair. */
	readonly symbol: string | null;
	/** True when the data of both exchanges are fresh, both are tradable, and no kill switch is set. */
	readonly active: boolean;
	/** The same value as active. */
	readonly is_active: boolean;
	/** Reason why the pair is not active; null while it is active. */
	readonly reason: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Both exchanges in alphabetical order. */
	readonly exchanges: readonly {
		/** Name of the exchange. */
		readonly exchange: string;
		/** True when you have an account there. */
		readonly connected: boolean;
		/** State of its market data. */
		readonly market_data: 'fresh' | 'stale' | 'down';
		/** Whether you may open positions there. */
		readonly trading: 'enabled' | 'halted';
		/** Age of the oldest price, milliseconds. */
		readonly data_age_ms: number | null;
		/** True when the service reads the exchange only through ccxt: the service lists its pairs but cannot trade there. */
		readonly data_only: boolean;
		/** Requirements of a data-only exchange, as found at the last check. */
		readonly needs: readonly {
			/** Requirement. */
			readonly need: string;
			/** Whether the exchange meets the requirement. */
			readonly met: 'yes' | 'partly' | 'no';
			/** How it is met, or why not. */
			readonly how: string;
			/** Consequence if the requirement is not fully met. */
			readonly consequence: string | null;
		}[];
	}[];
	/** Ids of your open executions on this pair; with a symbol, only those of its coin. */
	readonly executions: readonly string[];
	/** Advice to hold or close each running execution; portfolio_live has the figures. */
	readonly advice: readonly {
		/** Id of one of these executions. */
		readonly execution_id: string;
		/** close: the mean carry of the last 30 days is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
		readonly action: 'hold' | 'close' | 'unknown';
		/** Reason for the advice, with figures. */
		readonly reason: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	}[];
	/** Time of this answer. ISO 8601, UTC. */
	readonly updated_at: string;
};

/** Params of `get_execution`. */
export type GetExecutionParams = {
	/** Id from portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
	/** Maximum number of events. At least 1, at most 1000. Default 200. */
	readonly events?: number | undefined;
	/** False: without the payments in funding.funding_events and the reasons about them. They grow with the time held. Default true. */
	readonly funding_events?: boolean | undefined;
};

/** Result of `get_execution`. */
export type GetExecutionResult = {
	readonly execution: {
		/** Id of the execution, passed to methods as execution_id. */
		readonly id: string;
		/** User who owns it. */
		readonly user_id: string;
		/** Opportunity that it was opened from. */
		readonly opportunity_id: string;
		/** Job of the call that opened it, for resubmit_execute_opportunity. */
		readonly job_id: string;
		/** Coin and quote, such as BTCUSDT. */
		readonly symbol: string;
		/** Exchange pair. */
		readonly pair: string;
		/** Exchange of the long leg. */
		readonly long_exchange: string;
		/** Exchange of the short leg. */
		readonly short_exchange: string;
		/** Requested amount in USD over both legs. */
		readonly input_amount: number;
		/** Opened amount in USD over both legs. */
		readonly filled_amount: number;
		/** Leverage of each leg. */
		readonly leverage: number;
		/** Coins held on the long leg. */
		readonly long_size: number;
		/** Coins held on the short leg. */
		readonly short_size: number;
		/** Average price of the opening fills of the long leg, USD per coin. */
		readonly long_entry_price: number | null;
		/** Average price of the opening fills of the short leg, USD per coin. */
		readonly short_entry_price: number | null;
		/** Average entry price of both legs, USD per coin. */
		readonly avg_entry_price: number | null;
		/** State of the execution. needs_attention: you must act; status_reason or the journal says why. */
		readonly status: ExecutionStatus;
		/** Reason for the status, when the status alone does not explain it. */
		readonly status_reason: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly status_sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Execution mode. */
		readonly mode: ExecutionMode;
		/** Execution of the pair before, if one leg moved to another exchange since; absent otherwise. */
		readonly rolled_from?: string;
		/** Execution of the pair after, if a leg of this one moved to another exchange; absent otherwise. */
		readonly rolled_to?: string;
		/** Current exit rules, including later changes. For an ended execution: the last rules in force. Null: rule not set. */
		readonly exit: ExitInForce;
		/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
		readonly trading_mode: TradingMode;
		/** Time of acceptance. ISO 8601, UTC. */
		readonly created_at: string;
		/** Time of the last change. ISO 8601, UTC. */
		readonly updated_at: string;
		/** Time at which both exchanges were flat. ISO 8601, UTC. */
		readonly closed_at: string | null;
	};
	/** Position of the execution on the long leg. */
	readonly long_position: {
		/** Exchange of the leg. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Direction of the leg. */
		readonly side: 'long' | 'short';
		/** Coins. */
		readonly size: number;
		/** Average entry price, USD per coin. */
		readonly entry_price: number | null;
		/** Mark price, USD per coin. */
		readonly mark_price: number | null;
		/** Liquidation price, USD per coin. */
		readonly liquidation_price: number | null;
		/** Leverage of the leg. */
		readonly leverage: number;
		/** Margin, USD. */
		readonly margin: number | null;
		/** Unrealized profit, USD. */
		readonly unrealized_pnl: number | null;
		/** Unrealized profit, as a percentage of the initial margin. */
		readonly unrealized_pnl_pct: number | null;
		/** Next settlement of the contract; null when it is unknown or nothing is held. Unix seconds. */
		readonly next_funding_timestamp: number | null;
		/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
		readonly trading_mode: TradingMode;
	};
	/** Position of the execution on the short leg. */
	readonly short_position: {
		/** Exchange of the leg. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Direction of the leg. */
		readonly side: 'long' | 'short';
		/** Coins. */
		readonly size: number;
		/** Average entry price, USD per coin. */
		readonly entry_price: number | null;
		/** Mark price, USD per coin. */
		readonly mark_price: number | null;
		/** Liquidation price, USD per coin. */
		readonly liquidation_price: number | null;
		/** Leverage of the leg. */
		readonly leverage: number;
		/** Margin, USD. */
		readonly margin: number | null;
		/** Unrealized profit, USD. */
		readonly unrealized_pnl: number | null;
		/** Unrealized profit, as a percentage of the initial margin. */
		readonly unrealized_pnl_pct: number | null;
		/** Next settlement of the contract; null when it is unknown or nothing is held. Unix seconds. */
		readonly next_funding_timestamp: number | null;
		/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
		readonly trading_mode: TradingMode;
	};
	/** Profit and loss of the execution, in USD. */
	readonly pnl: {
		/** Profit on the open quantity, from fills to the mark price. */
		readonly unrealized_pnl: number | null;
		/** Profit on the closed quantity from fill to fill, with all funding and fees. */
		readonly realized_pnl: number;
		/** price_pnl + funding_pnl − fee_cost − slippage_cost. */
		readonly total_pnl: number | null;
		/** total_pnl as a percentage of the peak deployed capital. */
		readonly total_pnl_pct: number | null;
		/** Contribution of the long leg to total_pnl. */
		readonly long_pnl: number | null;
		/** Contribution of the short leg to total_pnl. */
		readonly short_pnl: number | null;
		/** Profit from price moves, with each fill valued at the mid price when its order was decided. */
		readonly price_pnl: number | null;
		/** Funding received − paid. */
		readonly funding_pnl: number;
		/** Fees paid; a rebate is negative. */
		readonly fee_cost: number;
		/** Slippage of the fills against the mid price when each order was decided. */
		readonly slippage_cost: number;
	};
	/** Funding of the execution, in USD. */
	readonly funding: {
		/** Funding received, ≥ 0. */
		readonly total_received: number;
		/** Funding paid, ≥ 0. */
		readonly total_paid: number;
		/** Funding received − paid. */
		readonly net_funding: number;
		/** Net funding of the long leg. */
		readonly long_funding: number;
		/** Net funding of the short leg. */
		readonly short_funding: number;
		/** Settlements of both legs, newest first. */
		readonly funding_events: readonly {
			/** Time of the settlement. Unix seconds. */
			readonly timestamp: number;
			/** Exchange that settled. */
			readonly exchange: string;
			/** The exchange's own symbol. */
			readonly symbol: string;
			/** Payment; positive is received. */
			readonly amount: number;
			/** Settled rate. */
			readonly rate: number | null;
			/** Net funding of both legs up to and including this settlement. */
			readonly cumulative: number;
		}[];
	};
	/** Risk figures. */
	readonly risk: {
		/** Long coins − short coins. */
		readonly net_delta: number;
		/** Unhedged notional, USD. */
		readonly unhedged_notional: number | null;
		/** Total unhedged time since the opening, milliseconds, by the exchanges' fill times. */
		readonly unhedged_ms: number;
		/** Smaller of the two legs’ distances to liquidation, as a percentage of the mark price. */
		readonly liquidation_distance_pct: number | null;
		/** Carry forecast over the next 720 h, or until max_hours is reached, as a share of one leg's notional. */
		readonly expected_remaining_carry: number | null;
		/** Last time at which positions matched on both exchanges. ISO 8601, UTC. */
		readonly reconciled_at: string | null;
	};
	/** Advice to hold or close; figures are fractions of one leg's notional. Null unless the execution is running. */
	readonly advice: {
		/** close: the mean carry of the last 30 days is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
		readonly action: 'hold' | 'close' | 'unknown';
		/** Mean carry of the last 720 h in the held direction, per year. */
		readonly month_mean_apr: number | null;
		/** Carry forecast over the next 720 h. */
		readonly expected_carry_30d: number | null;
		/** Close threshold: minus half the cost of a round trip (four taker fees and the slippage of four fills at the held quantity). */
		readonly close_below: number | null;
		/** Reason for the advice, with figures. */
		readonly reason: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	} | null;
	/** Progress of the opening; null unless slices remain to be opened. */
	readonly progress: {
		/** Slices open on both legs. */
		readonly slices_done: number;
		/** Slices still to open. */
		readonly slices_left: number;
		/** Coins of each leg in all slices together. */
		readonly quantity: number;
		/** Coins open on both legs. */
		readonly opened: number;
		/** Minimum price basis to start the next slice; null: any. */
		readonly next_level: number | null;
		/** Price basis by the current books; null while a book is not current. */
		readonly basis_now: number | null;
		/** Deadline of the opening. After it, the filled part keeps running and the service drops the rest. ISO 8601, UTC. */
		readonly ends_at: string | null;
	} | null;
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
	/** Agent that opened it; null: its owner opened it. */
	readonly agent_id: string | null;
	/** Last events, newest last. */
	readonly events: readonly ExecutionEvent[];
	/** Number of events in the journal of the execution. */
	readonly events_total: number;
};

/** Params of `get_executed_opportunity`. */
export type GetExecutedOpportunityParams = {
	/** Symbol of the executions, such as BTCUSDT, in upper or lower case. 1 to 64 characters. */
	readonly pair: string;
	/** Exchange pair in either order. 1 to 64 characters. */
	readonly exchange: string;
	/** Page number, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
	/** Executions per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
};

/** Result of `get_executed_opportunity`. */
export type GetExecutedOpportunityResult = {
	/** Symbol in upper case. */
	readonly pair: string;
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** One page of executions, as in portfolio_live. */
	readonly executions: readonly ExecutionRecord[];
	readonly pagination: Pagination;
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
};

/** Params of `portfolio_history`. */
export type PortfolioHistoryParams = {
	/** Range up to now. Values are a minute apart for 24h, an hour for 7d and 30d, 3 hours for 90d, 12 hours for 365d. Default "30d". */
	readonly range?: '24h' | '7d' | '30d' | '90d' | '365d' | undefined;
};

/** Result of `portfolio_history`. */
export type PortfolioHistoryResult = {
	/** Range of the history. */
	readonly range: '24h' | '7d' | '30d' | '90d' | '365d';
	/** Time of the answer. ISO 8601, UTC. */
	readonly as_of: string;
	/** Sampled equity: a sample a minute for a day, and one an hour for a year. */
	readonly equity: {
		/** Start of the range. ISO 8601, UTC. */
		readonly from: string;
		/** Time between two values of a series, seconds. */
		readonly resolution_seconds: number;
		/** Time of your first stored sample; null before it. ISO 8601, UTC. */
		readonly samples_since: string | null;
		/** Time of your newest stored sample. ISO 8601, UTC. */
		readonly last_sample_at: string | null;
		/** Time since which samples cannot be stored; null while they are stored. ISO 8601, UTC. */
		readonly failing_since: string | null;
		/** Times of the series, Unix seconds, oldest first. Two times further apart than resolution_seconds enclose a gap: nothing was stored there. */
		readonly timestamps: readonly number[];
		/** All exchanges together. Unknown while one of them is. */
		readonly total: {
			/** Equity with unrealized profit, USD. One value per time; null is unknown. */
			readonly equity: readonly (number | null)[];
			/** Deposits less withdrawals since the first time, USD. An account connected later counts as a deposit. One value per time; null is unknown. */
			readonly net_flows: readonly (number | null)[];
			/** Change of equity less net_flows since the first known value, USD. One value per time; null is unknown. */
			readonly profit: readonly (number | null)[];
		};
		/** Each exchange. */
		readonly exchanges: readonly {
			/** Exchange of the account. */
			readonly exchange: string;
			/** Equity with unrealized profit, USD. Null also while no account was connected. One value per time; null is unknown. */
			readonly equity: readonly (number | null)[];
			/** Deposits less withdrawals since the first time, USD. An account connected later counts as a deposit. One value per time; null is unknown. */
			readonly net_flows: readonly (number | null)[];
			/** Change of equity less net_flows since the first known value, USD. One value per time; null is unknown. */
			readonly profit: readonly (number | null)[];
		}[];
		/** Drawdown of equity less net_flows, USD; null without known values. */
		readonly drawdown: {
			/** Largest fall below an earlier peak. */
			readonly max: number;
			/** max as a percentage of that peak. */
			readonly max_pct: number | null;
			/** Fall below the latest peak; 0 at a peak. */
			readonly current: number;
			/** current as a percentage of that peak. */
			readonly current_pct: number | null;
		} | null;
	};
	/** Realized profit on whole UTC days, exactly as the journal has it, USD. */
	readonly profit: {
		/** Start of the first UTC day. ISO 8601, UTC. */
		readonly from: string;
		/** Realized profit of all earlier days. */
		readonly before: number;
		/** Realized profit of the range. before + realized equals total_realized_pnl. */
		readonly realized: number;
		/** UTC days with a change, oldest first. */
		readonly days: readonly {
			/** UTC date. */
			readonly day: string;
			/** Realized profit: price + funding − fees. */
			readonly realized: number;
			/** Price profit of the closed quantity, from opening to closing fills. */
			readonly price: number;
			/** Funding received − paid. */
			readonly funding: number;
			/** Fees paid; a rebate is negative. */
			readonly fees: number;
		}[];
		/** Profit by coin, highest first. */
		readonly by_coin: readonly {
			/** Coin of the positions. */
			readonly coin: string;
			/** Realized profit: price + funding − fees. */
			readonly realized: number;
			/** Price profit of the closed quantity, from opening to closing fills. */
			readonly price: number;
			/** Funding received − paid. */
			readonly funding: number;
			/** Fees paid; a rebate is negative. */
			readonly fees: number;
			/** Executions with a change in the range. */
			readonly executions: number;
		}[];
		/** Profit by exchange pair, highest first. */
		readonly by_pair: readonly {
			/** Both exchanges in alphabetical order. */
			readonly exchangepair: string;
			/** Realized profit: price + funding − fees. */
			readonly realized: number;
			/** Price profit of the closed quantity, from opening to closing fills. */
			readonly price: number;
			/** Funding received − paid. */
			readonly funding: number;
			/** Fees paid; a rebate is negative. */
			readonly fees: number;
			/** Executions with a change in the range. */
			readonly executions: number;
		}[];
		/** Drawdown of the accumulated realized profit at the ends of days. */
		readonly drawdown: {
			/** Largest fall below an earlier peak. */
			readonly max: number;
			/** Fall below the latest peak; 0 at a peak. */
			readonly current: number;
		};
	};
	/** Yields on invested capital, fractions per year. */
	readonly yields: {
		/** Ended executions with a fill in the range. */
		readonly count: number;
		/** Yield of those held for at least an hour, weighted with capital and time; null if there is none. */
		readonly realized_apr: number | null;
		/** Yield against forecast; null without a known forecast. */
		readonly compared: {
			/** Executions with a yield and a known forecast. */
			readonly count: number;
			/** Their yield. */
			readonly realized_apr: number;
			/** Their forecast yield, with the same weights. */
			readonly forecast_apr: number;
		} | null;
		/** Newest ended executions, at most 200. */
		readonly executions: readonly {
			/** Id of the execution. */
			readonly execution_id: string;
			/** Coin and quote, such as BTCUSDT. */
			readonly symbol: string;
			/** Both exchanges in alphabetical order. */
			readonly exchangepair: string;
			/** Time of the first fill. ISO 8601, UTC. */
			readonly opened_at: string;
			/** Time of the end. ISO 8601, UTC. */
			readonly closed_at: string;
			/** Peak invested capital, USD. */
			readonly invested: number;
			/** Realized profit, USD. */
			readonly realized: number;
			/** Realized profit / (invested capital × time); null if held for less than an hour. */
			readonly realized_apr: number | null;
			/** Expected net profit at the opening; null if no forecast is stored. */
			readonly forecast_apr: number | null;
			/** Horizon of the forecast, hours. */
			readonly forecast_hours: number | null;
		}[];
	};
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
};

/** Params of `execution_history`. */
export type ExecutionHistoryParams = {
	/** Id of the execution. 1 to 64 characters. */
	readonly execution_id: string;
	/** Range up to now, or up to the end of the execution, with values as in portfolio_history. Default "24h". */
	readonly range?: '24h' | '7d' | '30d' | '90d' | '365d' | undefined;
};

/** Result of `execution_history`. */
export type ExecutionHistoryResult = {
	/** Id of the execution. */
	readonly execution_id: string;
	/** Range of the history. */
	readonly range: '24h' | '7d' | '30d' | '90d' | '365d';
	/** Time of the answer. ISO 8601, UTC. */
	readonly as_of: string;
	/** Start of the range, or of the execution if it is later. ISO 8601, UTC. */
	readonly from: string;
	/** End of the range: now, or the end of the execution. ISO 8601, UTC. */
	readonly until: string;
	/** Samples while the execution was open: one a minute for a day, and one an hour for a year. */
	readonly samples: {
		/** Time between two values, seconds. */
		readonly resolution_seconds: number;
		/** Times of the series, Unix seconds, oldest first. Two times further apart than resolution_seconds enclose a gap: nothing was stored there. */
		readonly timestamps: readonly number[];
		/** price_pnl + funding_pnl − fee_cost − slippage_cost, USD. One value per time; null is unknown. */
		readonly total_pnl: readonly (number | null)[];
		/** Profit from price moves at the mark prices, USD. One value per time; null is unknown. */
		readonly price_pnl: readonly (number | null)[];
		/** Funding received − paid, USD. One value per time; null is unknown. */
		readonly funding_pnl: readonly (number | null)[];
		/** Fees paid, USD. One value per time; null is unknown. */
		readonly fee_cost: readonly (number | null)[];
		/** Slippage of the fills, USD. One value per time; null is unknown. */
		readonly slippage_cost: readonly (number | null)[];
		/** Coins held long − coins held short. One value per time; null is unknown. */
		readonly delta: readonly (number | null)[];
		/** delta at the mark price, USD. One value per time; null is unknown. */
		readonly delta_usd: readonly (number | null)[];
		/** Mark of the short leg / mark of the long leg − 1. One value per time; null is unknown. */
		readonly basis: readonly (number | null)[];
	};
	/** Average entry price of the short leg / of the long leg − 1; null before both have a fill. */
	readonly entry_basis: number | null;
	/** Settlements. At most the 2,000 newest of the range, oldest first. */
	readonly funding: readonly {
		/** Time of the event. ISO 8601, UTC. */
		readonly time: string;
		/** Leg of the execution. */
		readonly leg: 'long' | 'short';
		/** Exchange of the leg. */
		readonly exchange: string;
		/** Payment, USD; positive is received. */
		readonly amount: number;
		/** Settled rate. */
		readonly rate: number | null;
		/** Net funding of both legs up to this settlement, USD. */
		readonly cumulative: number;
	}[];
	/** Rows in the range, including those left out. */
	readonly funding_count: number;
	/** Orders. At most the 2,000 newest of the range, oldest first. */
	readonly orders: readonly {
		/** Time of the event. ISO 8601, UTC. */
		readonly time: string;
		/** Leg of the execution. */
		readonly leg: 'long' | 'short';
		/** Exchange of the leg. */
		readonly exchange: string;
		/** Id that the service gave the order. */
		readonly client_order_id: string;
		/** complete: enlarges the smaller leg. reduce: trims the larger leg. */
		readonly purpose: 'open' | 'complete' | 'reduce' | 'close';
		/** Side of the trade. */
		readonly side: 'buy' | 'sell';
		/** Coins. */
		readonly quantity: number;
		/** Filled coins. */
		readonly filled: number;
		/** USD per coin. */
		readonly limit_price: number;
		/** unknown: the outcome is not proven yet. absent: it never reached the exchange. */
		readonly status:
			| 'submitting'
			| 'accepted'
			| 'unknown'
			| 'filled'
			| 'canceled'
			| 'expired'
			| 'rejected'
			| 'absent';
	}[];
	/** Rows in the range, including those left out. */
	readonly orders_count: number;
	/** Fills. At most the 2,000 newest of the range, oldest first. */
	readonly fills: readonly {
		/** Time of the event. ISO 8601, UTC. */
		readonly time: string;
		/** Leg of the execution. */
		readonly leg: 'long' | 'short';
		/** Exchange of the leg. */
		readonly exchange: string;
		/** Side of the trade. */
		readonly side: 'buy' | 'sell';
		/** Coins. */
		readonly quantity: number;
		/** USD per coin. */
		readonly price: number;
		/** Fee, USD; a rebate is negative. */
		readonly fee: number;
		/** Fees of both legs up to this fill, USD. */
		readonly cumulative_fees: number;
		/** Cause of the fill, as in export_ledger. */
		readonly cause: 'order' | 'liquidation' | 'adl' | 'delisting' | 'hand' | 'handover';
	}[];
	/** Rows in the range, including those left out. */
	readonly fills_count: number;
	/** Reasons why members are null or uncertain. */
	readonly reasons: readonly Reason[];
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
};

/** Params of `export_ledger`. */
export type ExportLedgerParams = {
	/** Start, inclusive: an ISO 8601 instant with a time zone, or a UTC date. Default: all. 1 to 40 characters. */
	readonly from?: string | undefined;
	/** End, exclusive, in the format of from. 1 to 40 characters. */
	readonly until?: string | undefined;
	/** next_cursor of an earlier answer, to continue after it. Use it again later to read rows added since then. 1 to 40 characters. */
	readonly cursor?: string | undefined;
	/** Rows per answer. At least 1, at most 2000. Default 500. */
	readonly limit?: number | undefined;
};

/** Result of `export_ledger`. */
export type ExportLedgerResult = {
	/** Rows, each once, in a fixed order. */
	readonly rows: readonly {
		/** Time of the event by the exchange's clock. ISO 8601, UTC. */
		readonly time: string;
		/** Exchange of the event. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Coin of the position. */
		readonly coin: string;
		/** Execution that it belongs to. */
		readonly execution_id: string;
		/** Leg of the execution. */
		readonly leg: 'long' | 'short';
		/** fill: a trade. fee, rebate: cost or income of a trade. funding: a settlement. handover: a quantity that one execution passed to another in an emergency hedge or a roll; nothing was traded, and the two rows sum to 0. */
		readonly kind: 'fill' | 'fee' | 'rebate' | 'funding' | 'handover';
		/** Cause of the fill. order: an order of this service. liquidation, adl, delisting: the exchange. hand: a manual trade. handover: an emergency hedge or a roll. Null for funding. */
		readonly cause: 'order' | 'liquidation' | 'adl' | 'delisting' | 'hand' | 'handover' | null;
		/** Side of a fill or handover; null for other kinds. */
		readonly side: 'buy' | 'sell' | null;
		readonly quantity: string | null;
		readonly price: string | null;
		/** Change of the account balance in the asset; negative is a loss. Exact decimal, as text. */
		readonly amount: string;
		/** Asset of amount. */
		readonly asset: string;
		/** Value of amount in USD at that time; USDT and USDC count as 1 USD. Exact decimal, as text. */
		readonly usd_value: string;
		readonly funding_rate: string | null;
		/** The exchange's order id; null when no order of this service caused the event, or the id is not known yet. */
		readonly order_id: string | null;
		/** The exchange's id of the trade or payment. */
		readonly trade_id: string;
		/** Trading mode: which kind of money. */
		readonly trading_mode: TradingMode;
		/** Unique, and the same in every export. */
		readonly row_id: string;
	}[];
	/** Cursor of the next page. */
	readonly next_cursor: string;
	/** True when more rows exist now. */
	readonly has_more: boolean;
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
};

/** Params of `what_if`. */
export type WhatIfParams = {
	/** The change: figures, which may be combined, or a recorded squeeze. */
	readonly shock: {
		/** Price move of all coins, or of coin. −30 is a fall of 30 %. Above -100, at most 1000. */
		readonly move_pct?: number | undefined;
		/** Coin whose price and funding change. Default: all coins. 1 to 64 characters. */
		readonly coin?: string | undefined;
		/** Prices at gap_exchange are higher than at all others by this; below 0 lower. Unit: %. Above -100, at most 1000. */
		readonly gap_pct?: number | undefined;
		/** Exchange of gap_pct. 1 to 64 characters. */
		readonly gap_exchange?: string | undefined;
		/** Settlements of each contract at its funding cap. At least 1, at most 1000. */
		readonly cap_settlements?: number | undefined;
		/** Sign of the rates at the cap. worst: for each coin the one that costs you more. Default "worst". */
		readonly cap_sign?: 'worst' | 'positive' | 'negative' | undefined;
		/** Exchange that does not answer for exchange_down_hours. 1 to 64 characters. */
		readonly exchange_down?: string | undefined;
		/** How long exchange_down does not answer. Funding settles at present rates in that time. Unit: hours. Above 0, at most 720. */
		readonly exchange_down_hours?: number | undefined;
		/** A recorded squeeze instead of figures: starts its replay with your present positions. Needs the scope replay:run too. */
		readonly squeeze?: '2025-10' | 'apt-2025-11' | 'inj-2026-02' | 'wif-2026-05' | 'ton-2026-06' | undefined;
		/** Name of the data for squeeze. Default: those that have most of your positions. 1 to 40 characters. */
		readonly data?: string | undefined;
	};
	/** Show only this execution. The margin is that of all positions. 1 to 64 characters. */
	readonly execution_id?: string | undefined;
	/** Planned leverage L for the levels of margin. Default: that of each position. At least 1, at most 100. */
	readonly leverage?: number | undefined;
};

/** Result of `what_if`. */
export type WhatIfResult =
	| {
			readonly success: true;
			/** Time of the positions. ISO 8601, UTC. */
			readonly as_of: string;
			/** Your open executions, or the one of execution_id. */
			readonly executions: readonly {
				/** Id of the execution. */
				readonly execution_id: string;
				/** Symbol of the execution. */
				readonly symbol: string;
				/** The long leg. */
				readonly long: {
					/** Exchange of the leg. */
					readonly exchange: string;
					/** Symbol on the exchange. */
					readonly symbol: string;
					/** Price move at the exchange until a liquidation, %. */
					readonly move_pct: number;
					/** Profit from the price, USD. A liquidated leg also loses the rest of its margin. */
					readonly profit: number;
					/** Funding received, USD; negative if paid. A liquidated leg receives none. */
					readonly funding: number;
					/** Notional after the shock, USD; zero if liquidated. */
					readonly notional: number;
					/** True if the exchange liquidates the leg. */
					readonly liquidated: boolean;
					/** Distance from the price to the liquidation price after the shock, %; null if unknown or if no price liquidates the leg. */
					readonly liquidation_distance_pct: number | null;
				};
				/** The short leg. */
				readonly short: {
					/** Exchange of the leg. */
					readonly exchange: string;
					/** Symbol on the exchange. */
					readonly symbol: string;
					/** Price move at the exchange until a liquidation, %. */
					readonly move_pct: number;
					/** Profit from the price, USD. A liquidated leg also loses the rest of its margin. */
					readonly profit: number;
					/** Funding received, USD; negative if paid. A liquidated leg receives none. */
					readonly funding: number;
					/** Notional after the shock, USD; zero if liquidated. */
					readonly notional: number;
					/** True if the exchange liquidates the leg. */
					readonly liquidated: boolean;
					/** Distance from the price to the liquidation price after the shock, %; null if unknown or if no price liquidates the leg. */
					readonly liquidation_distance_pct: number | null;
				};
				/** Profit of both legs from prices, USD. */
				readonly profit: number;
				/** Funding of both legs, USD; negative if paid. */
				readonly funding: number;
				/** Notional without a hedge after the liquidation of one leg, USD. */
				readonly unhedged: number;
				/** Actions of the service, in their order. */
				readonly actions: readonly {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				}[];
			}[];
			/** Your accounts with all of their positions. */
			readonly exchanges: readonly {
				/** Exchange of the account. */
				readonly exchange: string;
				/** Equity per USD of notional at the planned leverage L, 1/L. */
				readonly target_equity_per_notional: number;
				/** Margin before the shock. */
				readonly before: {
					/** Equity, USD. */
					readonly equity: number;
					/** Sum of the positions’ absolute notionals, USD. */
					readonly gross_notional: number;
					/** Signed sum of the notionals, USD; long is positive. */
					readonly net_notional: number;
					/** Equity per USD of gross notional; null without a position. */
					readonly equity_per_notional: number | null;
					/** watch: below 0.7 of target_equity_per_notional. transfer: below 0.5. reduce: below 0.3. ok: above. */
					readonly level: 'ok' | 'watch' | 'transfer' | 'reduce';
				};
				/** Margin after the shock. */
				readonly after: {
					/** Equity, USD. */
					readonly equity: number;
					/** Sum of the positions’ absolute notionals, USD. */
					readonly gross_notional: number;
					/** Signed sum of the notionals, USD; long is positive. */
					readonly net_notional: number;
					/** Equity per USD of gross notional; null without a position. */
					readonly equity_per_notional: number | null;
					/** watch: below 0.7 of target_equity_per_notional. transfer: below 0.5. reduce: below 0.3. ok: above. */
					readonly level: 'ok' | 'watch' | 'transfer' | 'reduce';
				};
				/** Profit of all positions from prices, USD. */
				readonly profit: number;
				/** Funding of all positions, USD; negative if paid. */
				readonly funding: number;
				/** Symbols of the liquidated positions. */
				readonly liquidated: readonly string[];
				/** Actions of the service, in their order. */
				readonly actions: readonly {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				}[];
			}[];
			/** Sums over all accounts. */
			readonly totals: {
				/** Equity of all accounts before the shock, USD. */
				readonly equity_before: number;
				/** Equity of all accounts after it, USD. */
				readonly equity_after: number;
				/** Profit from prices, USD. */
				readonly profit: number;
				/** Funding, USD; negative if paid. */
				readonly funding: number;
				/** Number of liquidated positions. */
				readonly liquidations: number;
			};
			/** Transfers that would be needed after the shock. The service never withdraws. */
			readonly transfers: readonly {
				/** Exchange to transfer from. */
				readonly from: string;
				/** Exchange to transfer to. */
				readonly to: string;
				/** Amount to send, whole USD. */
				readonly amount: number;
				/** Time by which it should arrive; null if the volatility is unknown. ISO 8601, UTC. */
				readonly by: string | null;
				/** Why the transfer is needed. */
				readonly why: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
				/** The consequence of not sending it. */
				readonly without: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
			}[];
			/** Needs that no transfer covers. Deposit, or close a part. */
			readonly missing: readonly {
				/** Exchange that lacks money. */
				readonly exchange: string;
				/** Whole USD that no exchange can give. */
				readonly amount: number;
			}[];
			/** Reductions that bring exchanges at the level reduce back above 0.5 of the target, at the least loss of expected carry and cost. */
			readonly reductions: readonly {
				/** Execution to reduce. */
				readonly execution_id: string;
				/** Exchange that needs the reduction. */
				readonly exchange: string;
				/** Notional to close on each leg, USD. */
				readonly notional: number;
				/** True if nothing of the execution stays. */
				readonly whole: boolean;
				/** Expected carry that the closed part would have brought, USD. */
				readonly carry_lost: number;
				/** Cost of closing both legs of the part, USD. */
				readonly cost: number;
			}[];
			/** Reasons why members are null or uncertain. */
			readonly reasons: readonly Reason[];
	  }
	| {
			readonly success: true;
			/** Id of the replay: read replay_status, then replay_result. */
			readonly replay_id: string;
			/** queued and running: not ended. complete and partial: with a result. canceled and failed: without one. */
			readonly status: 'queued' | 'running' | 'complete' | 'partial' | 'canceled' | 'failed';
			/** Id of the squeeze. */
			readonly squeeze: string;
			/** Its name for people. */
			readonly name: string;
			/** Start of the replay: your positions open here. ISO 8601, UTC. */
			readonly from: string;
			/** End of the replay, exclusive. ISO 8601, UTC. */
			readonly until: string;
			/** The event in recorded figures. */
			readonly happened: string;
			/** Name of the data. */
			readonly data: string;
			/** Capital of the replay, USD, shared out equally among its exchanges. */
			readonly capital: number;
			/** Positions in the replay. */
			readonly positions: readonly {
				/** Your execution. */
				readonly execution_id: string;
				/** Its coin. */
				readonly coin: string;
				/** Exchange of the long leg. */
				readonly long_exchange: string;
				/** Exchange of the short leg. */
				readonly short_exchange: string;
				/** Notional of each leg, USD. */
				readonly notional: number;
				/** Its leverage. */
				readonly leverage: number;
			}[];
			/** Ids of executions whose coin or exchanges the data do not have. They are not in the replay. */
			readonly left_out: readonly string[];
	  };

/** Params of `cancel_execution`. */
export type CancelExecutionParams = {
	/** Id from portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
	/** True: only stop the opening; the service balances the filled part, which keeps running. If nothing is open, the execution fails with CANCELED. A filled part below the minimum order size of an exchange is closed. For a running execution, the call returns success. A close that waits for a contract to trade again is cancelled. Default false. */
	readonly keep?: boolean | undefined;
};

/** Result of `cancel_execution`. */
export type CancelExecutionResult = CloseAnswer;

/** Params of `update_exit`. */
export type UpdateExitParams = {
	/** Id from portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
	/** Rules to change. */
	readonly exit: {
		readonly max_hours?: number | null | undefined;
		readonly max_epochs?: number | null | undefined;
		readonly take_profit_pct?: number | null | undefined;
		readonly stop_loss_pct?: number | null | undefined;
		/** Close when funding has reversed: the 30-day mean carry is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip. */
		readonly close_on_reversal?: boolean | undefined;
		readonly min_liquidation_distance_pct?: number | null | undefined;
		readonly min_spread_apr_pct?: number | null | undefined;
		readonly min_net_apr_pct?: number | null | undefined;
	};
};

/** Result of `update_exit`. */
export type UpdateExitResult = ExitAnswer;

/** Params of `continue_epoch`. */
export type ContinueEpochParams = {
	/** Id from portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
};

/** Result of `continue_epoch`. */
export type ContinueEpochResult = ExitAnswer;

/** Params of `resubmit_execute_opportunity`. */
export type ResubmitExecuteOpportunityParams = {
	/** Job id of the failed execution, from portfolio_live. 1 to 64 characters. */
	readonly job_id: string;
};

/** Result of `resubmit_execute_opportunity`. */
export type ResubmitExecuteOpportunityResult = {
	readonly success: true;
	/** Id of the job, for resubmit_execute_opportunity. */
	readonly job_id: string;
	/** Id of the execution, for portfolio_live and close_execution. */
	readonly execution_id: string;
	readonly status: 'queued';
	/** Execution mode. */
	readonly mode: ExecutionMode;
	/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
	readonly trading_mode: TradingMode;
	/** Summary of the opening in words. */
	readonly message: string;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Amount to open in USD over both legs, rounded to both exchanges' lots. */
	readonly planned_amount: number;
	/** Expected time at which both legs are filled; the latest possible time for single-delay and grid. ISO 8601, UTC. */
	readonly estimated_entry_time: string;
	/** Warnings that did not prevent the opening. */
	readonly warnings: readonly {
		/** Stable code for programs. */
		readonly code: string;
		/** Sentence for people. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	}[];
};

/** Params of `halt_trading`. */
export type HaltTradingParams = {
	/** Reason shown in refusals. 1 to 500 characters. */
	readonly reason?: string | undefined;
	/** True: also close your running executions and cancel queued and opening ones. Default false. */
	readonly close_all?: boolean | undefined;
};

/** Result of `halt_trading`. */
export type HaltTradingResult = {
	readonly success: true;
	readonly trading: 'halted';
	/** Reason shown in refusals. */
	readonly reason: string | null;
	/** Time at which it was set; a repeated halt keeps the first time. ISO 8601, UTC. */
	readonly halted_at: string;
	/** True when the halt also closes running executions. */
	readonly close_all: boolean;
	/** Ids of executions that are closing now. */
	readonly closing: readonly string[];
	/** Ids of executions that are being cancelled now. */
	readonly canceling: readonly string[];
};

/** Params of `resume_trading`. */
export type ResumeTradingParams = { readonly [name: string]: never };

/** Result of `resume_trading`. */
export type ResumeTradingResult = {
	readonly success: true;
	/** False when you had not halted trading. */
	readonly resumed: boolean;
	/** Exchanges that are still halted for you. */
	readonly still_halted: readonly {
		/** Name of the exchange. */
		readonly exchange: string;
		/** Actor and reason of the halt. */
		readonly reason: string;
	}[];
};

/** Params of `list_agents`. */
export type ListAgentsParams = { readonly [name: string]: never };

/** Result of `list_agents`. */
export type ListAgentsResult = readonly Agent[];

/** Params of `create_agent`. */
export type CreateAgentParams = {
	/** Name given by its owner. 1 to 64 characters. */
	readonly name: string;
	/** Scopes of the agent; the calling token must have each of them too. 1 to 2 entries. */
	readonly scopes: readonly ('arb:read' | 'arb:trade')[];
	/** Limits of the agent; absent or null: no such limit. */
	readonly caps: {
		readonly amount_max?: number | null | undefined;
		readonly open_amount_max?: number | null | undefined;
		readonly pairs?: readonly string[] | null | undefined;
		readonly executions_per_day?: number | null | undefined;
		/** True: it may open only opportunities whose verdict is trade. Default false. */
		readonly must_be_trade?: boolean | undefined;
	};
	/** JSON Web Keys with which the agent authenticates (private_key_jwt). Default: the service creates a secret key. 1 to 4 entries. */
	readonly public_keys?: readonly { readonly [name: string]: string }[] | undefined;
	/** True: bind its tokens to its key with DPoP proofs (RFC 9449). Default false. */
	readonly requires_dpop?: boolean | undefined;
};

/** Result of `create_agent`. */
export type CreateAgentResult = {
	/** Id of the agent, which is also its OAuth client_id. */
	readonly agent_id: string;
	/** Name given by its owner. */
	readonly name: string;
	/** Scopes of the agent. */
	readonly scopes: readonly string[];
	/** Limits of the agent; null: no such limit. */
	readonly caps: {
		/** Largest amount of one execution, USD over both legs. */
		readonly amount_max: number | null;
		/** Largest total of its open executions, USD over both legs. */
		readonly open_amount_max: number | null;
		/** Exchange pairs that it may open on. */
		readonly pairs: readonly string[] | null;
		/** Executions that it may open per day, from 00:00 UTC. */
		readonly executions_per_day: number | null;
		/** True: it may open only opportunities whose verdict is trade. */
		readonly must_be_trade: boolean;
	};
	/** How it authenticates. key: a shared secret key. public_key: a signature made with its own key. */
	readonly credential: 'key' | 'public_key';
	/** True: its tokens are bound to its key and need a DPoP proof. */
	readonly requires_dpop: boolean;
	/** Time of creation. ISO 8601, UTC. */
	readonly created_at: string;
	readonly last_used_at: string | null;
	readonly stopped_at: string | null;
	/** Secret key, shown only once; null for an agent with public keys. */
	readonly agent_key: string | null;
};

/** Params of `update_agent`. */
export type UpdateAgentParams = {
	/** Id from list_agents. 1 to 64 characters. */
	readonly agent_id: string;
	/** Name given by its owner. 1 to 64 characters. */
	readonly name: string;
	/** Scopes of the agent; the calling token must have each of them too. 1 to 2 entries. */
	readonly scopes: readonly ('arb:read' | 'arb:trade')[];
	/** Limits of the agent; absent or null: no such limit. */
	readonly caps: {
		readonly amount_max?: number | null | undefined;
		readonly open_amount_max?: number | null | undefined;
		readonly pairs?: readonly string[] | null | undefined;
		readonly executions_per_day?: number | null | undefined;
		/** True: it may open only opportunities whose verdict is trade. Default false. */
		readonly must_be_trade?: boolean | undefined;
	};
};

/** Result of `update_agent`. */
export type UpdateAgentResult = Agent;

/** Params of `rotate_agent_key`. */
export type RotateAgentKeyParams = {
	/** Id from list_agents. 1 to 64 characters. */
	readonly agent_id: string;
};

/** Result of `rotate_agent_key`. */
export type RotateAgentKeyResult = {
	/** Id of the agent. */
	readonly agent_id: string;
	/** New key, shown only once. */
	readonly agent_key: string;
};

/** Params of `stop_agent`. */
export type StopAgentParams = {
	/** Id from list_agents. 1 to 64 characters. */
	readonly agent_id: string;
};

/** Result of `stop_agent`. */
export type StopAgentResult = Agent;

/** Params of `account_exchange_pair`. */
export type AccountExchangePairParams = { readonly [name: string]: never };

/** Result of `account_exchange_pair`. */
export type AccountExchangePairResult = readonly ExchangeAccount[];

/** Params of `connect_exchange`. */
export type ConnectExchangeParams = {
	/** Name of the exchange. 1 to 32 characters. */
	readonly exchange: string;
	/** Name of the account. Default: its previous name, or the name of the exchange. 1 to 64 characters. */
	readonly label?: string | undefined;
	/** API key. 1 to 128 characters. */
	readonly api_key: string;
	/** Secret of the key. 1 to 256 characters. */
	readonly api_secret: string;
	/** Passphrase of the key, for exchanges that use one. 1 to 128 characters. */
	readonly api_passphrase?: string | undefined;
};

/** Result of `connect_exchange`. */
export type ConnectExchangeResult = {
	readonly success: true;
	/** True when the key of a previously connected account was replaced; its id stays the same. */
	readonly renewed: boolean;
	readonly account: ExchangeAccount;
};

/** Params of `check_exchange_account`. */
export type CheckExchangeAccountParams = {
	/** Id from account_exchange_pair. 1 to 64 characters. */
	readonly account_id: string;
};

/** Result of `check_exchange_account`. */
export type CheckExchangeAccountResult = {
	readonly success: true;
	readonly account: ExchangeAccount;
};

/** Params of `use_exchange_account`. */
export type UseExchangeAccountParams = {
	/** Id from account_exchange_pair. 1 to 64 characters. */
	readonly account_id: string;
};

/** Result of `use_exchange_account`. */
export type UseExchangeAccountResult = {
	readonly success: true;
	readonly account: ExchangeAccount;
};

/** Params of `set_own_transfers`. */
export type SetOwnTransfersParams = {
	/** Id from account_exchange_pair. 1 to 64 characters. */
	readonly account_id: string;
	/** True: the service may make such transfers. The key needs the right to transfer, and no right to withdraw. */
	readonly allowed?: boolean | undefined;
};

/** Result of `set_own_transfers`. */
export type SetOwnTransfersResult = {
	readonly success: true;
	/** Id of the account. */
	readonly account_id: string;
	/** Exchange of the account. */
	readonly exchange: string;
	/** True if the service may make such transfers. */
	readonly allowed: boolean;
	/** Transfers of the last week, newest first. */
	readonly transfers: readonly {
		/** Id of the transfer at the exchange, given by the service. */
		readonly transfer_id: string;
		/** Wallet that the money leaves. */
		readonly from: 'main' | 'futures';
		/** Wallet that the money enters. */
		readonly to: 'main' | 'futures';
		/** Asset that moves. */
		readonly asset: string;
		/** Amount of the asset. */
		readonly amount: number;
		/** intended: journaled, and perhaps sent. unknown: sent, and the service searches it; nothing else is sent meanwhile. done: moved. rejected, failed: not moved. absent: it never reached the exchange. */
		readonly state: 'intended' | 'unknown' | 'done' | 'rejected' | 'failed' | 'absent';
		/** Time just before the request. ISO 8601, UTC. */
		readonly intended_at: string;
		/** Time of the last change of state. ISO 8601, UTC. */
		readonly changed_at: string;
		/** The exchange's words; null: none. */
		readonly message: string | null;
	}[];
};

/** Params of `disconnect_exchange`. */
export type DisconnectExchangeParams = {
	/** Id from account_exchange_pair. 1 to 64 characters. */
	readonly account_id: string;
	/** True: block openings on it, close its executions, then disconnect. This continues after a restart. Default false. */
	readonly close_first?: boolean | undefined;
};

/** Result of `disconnect_exchange`. */
export type DisconnectExchangeResult = {
	readonly success: true;
	/** Id of the account. */
	readonly account_id: string;
	/** closing: closing continues without further calls; the account stays listed until it is done. */
	readonly status: 'disconnected' | 'closing';
	/** Ids of executions still open on it. */
	readonly executions: readonly string[];
};

/** Params of `list_exchanges`. */
export type ListExchangesParams = { readonly [name: string]: never };

/** Result of `list_exchanges`. */
export type ListExchangesResult = readonly {
	/** Name of the exchange in methods. */
	readonly exchange: string;
	/** Display name. */
	readonly name: string;
	/** Ways to connect. page: on the website of the exchange, from the dashboard. simulated: with open_simulated_accounts. key: with connect_exchange. Empty in paper mode. */
	readonly connect_by: readonly ('page' | 'simulated' | 'key')[];
	/** Parts of a key. */
	readonly key_members: readonly {
		/** Parameter of connect_exchange. */
		readonly param: 'api_key' | 'api_secret' | 'api_passphrase';
		/** Name used by the exchange. */
		readonly name: string;
	}[];
	/** Page where you create keys for the test environment of the exchange, in testnet mode; null in other modes. */
	readonly test_key_page: string | null;
}[];

/** Params of `open_simulated_accounts`. */
export type OpenSimulatedAccountsParams = {
	/** Name of a simulated exchange. Default: all where you have no account in use. 1 to 32 characters. */
	readonly exchange?: string | undefined;
	/** Name of the account. Default: the name of the exchange. 1 to 64 characters. */
	readonly label?: string | undefined;
};

/** Result of `open_simulated_accounts`. */
export type OpenSimulatedAccountsResult = {
	readonly success: true;
	/** Accounts that were opened. */
	readonly accounts: readonly ExchangeAccount[];
};

/** Params of `list_tokens`. */
export type ListTokensParams = { readonly [name: string]: never };

/** Result of `list_tokens`. */
export type ListTokensResult = {
	/** API tokens, valid ones first. */
	readonly tokens: readonly {
		/** Id of the token; it is not a secret. */
		readonly token_id: string;
		/** Name given by its owner. */
		readonly name: string;
		/** Scopes of the token. */
		readonly scopes: readonly string[];
		/** Time of creation. ISO 8601, UTC. */
		readonly created_at: string;
		/** Time of expiry. ISO 8601, UTC. */
		readonly expires_at: string;
		/** Time of revocation; null: not revoked. ISO 8601, UTC. */
		readonly revoked_at: string | null;
		/** Time of last use, to the minute; null: never. ISO 8601, UTC. */
		readonly last_used_at: string | null;
	}[];
	/** Applications with access, newest first. */
	readonly applications: readonly {
		/** Id of the application, unique per user. */
		readonly application_id: string;
		/** Name that the application gives itself. */
		readonly name: string;
		/** Scopes that the user granted. */
		readonly scopes: readonly string[];
		/** Time of the grant. ISO 8601, UTC. */
		readonly granted_at: string;
		/** Time of expiry. ISO 8601, UTC. */
		readonly expires_at: string;
	}[];
	/** Number of tokens that dashboard pages hold now. Each is valid for at most 15 minutes; logout revokes it. */
	readonly page_tokens: number;
};

/** Params of `create_token`. */
export type CreateTokenParams = {
	/** Name of the token. 1 to 64 characters. */
	readonly name: string;
	/** Scopes of the token. 1 to 5 entries. */
	readonly scopes: readonly (
		| 'arb:read'
		| 'arb:trade'
		| 'exchange:connect'
		| 'agents:manage'
		| 'replay:run'
	)[];
	/** Hours until it expires. At least 1, at most 720. Default 1. */
	readonly lifetime_hours?: number | undefined;
};

/** Result of `create_token`. */
export type CreateTokenResult = {
	/** Id of the token; it is not a secret. */
	readonly token_id: string;
	/** Name given by its owner. */
	readonly name: string;
	/** Scopes of the token. */
	readonly scopes: readonly string[];
	/** Time of expiry. ISO 8601, UTC. */
	readonly expires_at: string;
	/** Secret text of the token, shown only in this answer. */
	readonly token: string;
};

/** Params of `rotate_token`. */
export type RotateTokenParams = {
	/** Id from list_tokens. 1 to 64 characters. */
	readonly token_id: string;
};

/** Result of `rotate_token`. */
export type RotateTokenResult = {
	/** Id of the token; it is not a secret. */
	readonly token_id: string;
	/** Name given by its owner. */
	readonly name: string;
	/** Scopes of the token. */
	readonly scopes: readonly string[];
	/** Time of expiry. ISO 8601, UTC. */
	readonly expires_at: string;
	/** Secret text of the token, shown only in this answer. */
	readonly token: string;
};

/** Params of `revoke_token`. */
export type RevokeTokenParams = {
	/** Id from list_tokens. 1 to 64 characters. */
	readonly token_id: string;
};

/** Result of `revoke_token`. */
export type RevokeTokenResult = {
	readonly success: true;
	/** Id of the token. */
	readonly token_id: string;
};

/** Params of `revoke_application`. */
export type RevokeApplicationParams = {
	/** Id from list_tokens. 1 to 128 characters. */
	readonly application_id: string;
};

/** Result of `revoke_application`. */
export type RevokeApplicationResult = {
	readonly success: true;
	/** Id of the application. */
	readonly application_id: string;
};

/** Params of `get_account`. */
export type GetAccountParams = { readonly [name: string]: never };

/** Result of `get_account`. */
export type GetAccountResult = {
	/** Id of the user in all records. */
	readonly user_id: string;
	/** Name of the user in the service. */
	readonly name: string;
	/** True for a guest, who cannot log in again. */
	readonly is_guest: boolean;
	/** Identities that the user logged in with. */
	readonly identities: readonly {
		/** Configured identity provider that verified it. */
		readonly provider: string;
		/** Wallet address, or id of the user at the provider. */
		readonly subject: string;
		/** Time of the first login. ISO 8601, UTC. */
		readonly linked_at: string;
		/** Time of the last login. ISO 8601, UTC. */
		readonly last_login_at: string;
	}[];
	/** Number of passkeys of the user. */
	readonly passkeys: number;
};

/** Params of `get_preferences`. */
export type GetPreferencesParams = { readonly [name: string]: never };

/** Result of `get_preferences`. */
export type GetPreferencesResult = {
	/** Colours of pages; system follows the device. */
	readonly theme: 'system' | 'light' | 'dark';
	/** Language of the pages; browser follows the languages of the browser. */
	readonly language: 'browser' | 'en' | 'es';
	/** IANA time zone, such as Europe/Madrid; local: that of the device. */
	readonly time_zone: string;
	/** How numbers are written. point: 1,234.5. comma: 1.234,5. space: 1 234,5. */
	readonly number_format: 'point' | 'comma' | 'space';
	/** Row height of lists. */
	readonly density: 'compact' | 'comfortable';
	/** Unit of funding rates in tables and maps. */
	readonly rate_unit: 'per_8h' | 'per_year';
	/** Marked coins. */
	readonly favourites: readonly string[];
	/** Hidden columns of each table, by table. */
	readonly hidden_columns: { readonly [name: string]: readonly string[] };
	/** Explanations that stay open. */
	readonly open_explanations: readonly string[];
	/** Terms of a first visit. */
	readonly terms: {
		/** Total USD for both legs. */
		readonly amount: number;
		/** Holding period, hours; null: the best one. */
		readonly horizon_hours: number | null;
		/** Leverage of each leg. */
		readonly leverage: number;
	};
	/** Time of the last change; null: nothing is stored, and these are the defaults. ISO 8601, UTC. */
	readonly updated_at: string | null;
};

/** Params of `set_preferences`. */
export type SetPreferencesParams = {
	/** Colours of pages; system follows the device. */
	readonly theme?: 'system' | 'light' | 'dark' | undefined;
	/** Language of the pages; browser follows the languages of the browser. */
	readonly language?: 'browser' | 'en' | 'es' | undefined;
	/** IANA time zone, such as Europe/Madrid; local: that of the device. 1 to 64 characters. */
	readonly time_zone?: string | undefined;
	/** How numbers are written. point: 1,234.5. comma: 1.234,5. space: 1 234,5. */
	readonly number_format?: 'point' | 'comma' | 'space' | undefined;
	/** Row height of lists. */
	readonly density?: 'compact' | 'comfortable' | undefined;
	/** Unit of funding rates in tables and maps. */
	readonly rate_unit?: 'per_8h' | 'per_year' | undefined;
	/** Marked coins. At most 200 entries. */
	readonly favourites?: readonly string[] | undefined;
	/** Hidden columns of each table, by table. */
	readonly hidden_columns?: { readonly [name: string]: readonly string[] } | undefined;
	/** Explanations that stay open. At most 100 entries. */
	readonly open_explanations?: readonly string[] | undefined;
	/** Terms of a first visit. */
	readonly terms?:
		| {
				/** Total USD for both legs. Above 0, at most 1000000000. */
				readonly amount: number;
				readonly horizon_hours: number | null;
				/** Leverage of each leg. At least 1, at most 200. */
				readonly leverage: number;
		  }
		| undefined;
};

/** Result of `set_preferences`. */
export type SetPreferencesResult = {
	/** Colours of pages; system follows the device. */
	readonly theme: 'system' | 'light' | 'dark';
	/** Language of the pages; browser follows the languages of the browser. */
	readonly language: 'browser' | 'en' | 'es';
	/** IANA time zone, such as Europe/Madrid; local: that of the device. */
	readonly time_zone: string;
	/** How numbers are written. point: 1,234.5. comma: 1.234,5. space: 1 234,5. */
	readonly number_format: 'point' | 'comma' | 'space';
	/** Row height of lists. */
	readonly density: 'compact' | 'comfortable';
	/** Unit of funding rates in tables and maps. */
	readonly rate_unit: 'per_8h' | 'per_year';
	/** Marked coins. */
	readonly favourites: readonly string[];
	/** Hidden columns of each table, by table. */
	readonly hidden_columns: { readonly [name: string]: readonly string[] };
	/** Explanations that stay open. */
	readonly open_explanations: readonly string[];
	/** Terms of a first visit. */
	readonly terms: {
		/** Total USD for both legs. */
		readonly amount: number;
		/** Holding period, hours; null: the best one. */
		readonly horizon_hours: number | null;
		/** Leverage of each leg. */
		readonly leverage: number;
	};
	/** Time of the last change; null: nothing is stored, and these are the defaults. ISO 8601, UTC. */
	readonly updated_at: string | null;
};

/** Params of `list_audit`. */
export type ListAuditParams = {
	/** Kind of entries. refused: all refused actions. call: trading calls. token: tokens and applications. Default "all". */
	readonly kind?: 'all' | 'refused' | 'login' | 'call' | 'connection' | 'token' | 'agent' | undefined;
	/** Only entries before this seq. Default: from the newest. At least 1, at most 9007199254740991. */
	readonly before?: number | undefined;
	/** Maximum number of entries. At least 1, at most 500. Default 100. */
	readonly limit?: number | undefined;
};

/** Result of `list_audit`. */
export type ListAuditResult = {
	/** Entries, newest first. */
	readonly entries: readonly {
		/** Sequence number, increasing across all entries of the service. */
		readonly seq: number;
		/** Time of the action. ISO 8601, UTC. */
		readonly at: string;
		/** Kind of actor. user: a logged-in browser. */
		readonly actor: 'user' | 'token' | 'agent' | 'application' | 'operator' | 'service';
		/** Id of the token, agent or application. */
		readonly actor_id: string | null;
		/** Action as noun and verb, such as token.create. call: a call of the method named in details. */
		readonly action: string;
		/** Id of the object that the action affected. */
		readonly subject: string | null;
		/** Outcome: ok, or an error code. */
		readonly outcome: string;
		/** Network address of the caller. */
		readonly address: string | null;
		/** Details without secrets. */
		readonly details: { readonly [name: string]: unknown };
	}[];
	/** Value of before for the next older entries; null: no older entries. */
	readonly next_before: number | null;
};

/** Params of `list_alerts`. */
export type ListAlertsParams = {
	/** Maximum number of alerts. At least 1, at most 500. Default 50. */
	readonly limit?: number | undefined;
	/** Only alerts of these kinds. 1 to 14 entries. */
	readonly kinds?:
		| readonly (
				| 'execution_state'
				| 'unhedged'
				| 'liquidation_distance'
				| 'venue_down'
				| 'stream_silent'
				| 'trading_halted'
				| 'funding_reversal'
				| 'daily_summary'
				| 'target_paused'
				| 'threshold'
				| 'margin_watch'
				| 'margin_transfer'
				| 'margin_reduce'
				| 'autopilot'
		  )[]
		| undefined;
	/** Lowest severity. */
	readonly least_severity?: 'info' | 'warning' | 'critical' | undefined;
	/** Start, inclusive: an instant with a time zone, or a date, which begins at 00:00 UTC. 1 to 40 characters. */
	readonly from?: string | undefined;
	/** End, exclusive, in the format of from. 1 to 40 characters. */
	readonly until?: string | undefined;
	/** An alert_id: only older alerts. Use the last one of a page for the next page. 1 to 64 characters. */
	readonly before?: string | undefined;
	/** Only alerts for this target, with only their delivery to it. 1 to 64 characters. */
	readonly target_id?: string | undefined;
	/** Only alerts with a delivery in this state, with only those deliveries. */
	readonly delivery_state?: 'waiting' | 'delivered' | 'refused' | 'dropped' | undefined;
};

/** Result of `list_alerts`. */
export type ListAlertsResult = readonly {
	/** Id of the event; repeated deliveries of an event share it. */
	readonly alert_id: string;
	/** Kind of event. */
	readonly kind:
		| 'execution_state'
		| 'unhedged'
		| 'liquidation_distance'
		| 'venue_down'
		| 'stream_silent'
		| 'trading_halted'
		| 'funding_reversal'
		| 'daily_summary'
		| 'target_paused'
		| 'threshold'
		| 'margin_watch'
		| 'margin_transfer'
		| 'margin_reduce'
		| 'autopilot';
	/** critical: act now. warning: act today. info: for your information. */
	readonly severity: 'info' | 'warning' | 'critical';
	/** Time of the event. ISO 8601, UTC. */
	readonly raised_at: string;
	/** Sentence for people, with the value and its limit. */
	readonly message: string;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Execution that the alert is about; null: not about one execution. */
	readonly execution_id: string | null;
	/** Exchange that the alert is about; null: not about one exchange. */
	readonly exchange: string | null;
	/** Exact figures; the fields depend on kind. */
	readonly facts: { readonly [name: string]: unknown };
	/** One per target. */
	readonly deliveries: readonly {
		/** Target of the delivery. */
		readonly target_id: string;
		/** waiting: not sent yet, or to be retried. delivered: accepted by the target. refused: rejected by the target. dropped: not delivered and not retried. */
		readonly state: 'waiting' | 'delivered' | 'refused' | 'dropped';
		/** Attempts so far. */
		readonly attempts: number;
		/** Time of the last attempt; null: none yet. ISO 8601, UTC. */
		readonly attempted_at: string | null;
		/** Time of delivery, refusal or drop; null while waiting. ISO 8601, UTC. */
		readonly ended_at: string | null;
		/** Error of the last attempt; null: none. */
		readonly failure: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
	}[];
}[];

/** Params of `list_alert_targets`. */
export type ListAlertTargetsParams = { readonly [name: string]: never };

/** Result of `list_alert_targets`. */
export type ListAlertTargetsResult = readonly {
	/** Id of the target. */
	readonly target_id: string;
	/** Kind of target. */
	readonly kind: 'webhook' | 'slack' | 'telegram' | 'email';
	/** Name given by its owner. */
	readonly name: string;
	/** Scheme and host of a webhook, the chat, or the mail address. The rest is secret and never shown again. */
	readonly address: string;
	/** Alert kinds that are sent; null: all. */
	readonly kinds:
		| readonly (
				| 'execution_state'
				| 'unhedged'
				| 'liquidation_distance'
				| 'venue_down'
				| 'stream_silent'
				| 'trading_halted'
				| 'funding_reversal'
				| 'daily_summary'
				| 'target_paused'
				| 'threshold'
				| 'margin_watch'
				| 'margin_transfer'
				| 'margin_reduce'
				| 'autopilot'
		  )[]
		| null;
	/** Lowest severity that is sent. */
	readonly least_severity: 'info' | 'warning' | 'critical';
	/** Time of creation. ISO 8601, UTC. */
	readonly created_at: string;
	/** Time at which the address was confirmed; null: an e-mail target that waits for its code and gets no alerts. ISO 8601, UTC. */
	readonly confirmed_at: string | null;
	/** Time at which sending was paused, by its owner or because the target failed for too long; null: not paused. ISO 8601, UTC. */
	readonly paused_at: string | null;
	/** Start of the current run of failed attempts; null: the last attempt worked. ISO 8601, UTC. */
	readonly failing_since: string | null;
	/** Error of the last attempt; null: none. */
	readonly failure: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Time of the last delivery; null: none yet. ISO 8601, UTC. */
	readonly last_delivered_at: string | null;
	/** Alerts not delivered yet. */
	readonly waiting: number;
	/** Alerts given up. */
	readonly dropped: number;
}[];

/** Params of `add_alert_target`. */
export type AddAlertTargetParams = {
	/** Kind of target. webhook: signed JSON by POST. slack: an incoming webhook. telegram: a bot. email: a mail address. */
	readonly kind: 'webhook' | 'slack' | 'telegram' | 'email';
	/** Name of the target. Default: its kind. 1 to 64 characters. */
	readonly name?: string | undefined;
	/** URL to post to, for webhook and slack: https, on a public address. 1 to 2048 characters. */
	readonly url?: string | undefined;
	/** Token of your bot, for telegram. 1 to 128 characters. */
	readonly bot_token?: string | undefined;
	/** Chat that the bot writes to, for telegram. 1 to 64 characters. */
	readonly chat_id?: string | undefined;
	/** Mail address, for email. It gets a code that confirm_alert_target needs. 1 to 254 characters. */
	readonly recipient?: string | undefined;
	/** Alert kinds to send. Default: all. 1 to 14 entries. */
	readonly kinds?:
		| readonly (
				| 'execution_state'
				| 'unhedged'
				| 'liquidation_distance'
				| 'venue_down'
				| 'stream_silent'
				| 'trading_halted'
				| 'funding_reversal'
				| 'daily_summary'
				| 'target_paused'
				| 'threshold'
				| 'margin_watch'
				| 'margin_transfer'
				| 'margin_reduce'
				| 'autopilot'
		  )[]
		| undefined;
	/** Lowest severity to send. Default "info". */
	readonly least_severity?: 'info' | 'warning' | 'critical' | undefined;
};

/** Result of `add_alert_target`. */
export type AddAlertTargetResult = {
	/** Id of the target. */
	readonly target_id: string;
	/** Kind of target. */
	readonly kind: 'webhook' | 'slack' | 'telegram' | 'email';
	/** Name given by its owner. */
	readonly name: string;
	/** Scheme and host of a webhook, the chat, or the mail address. The rest is secret and never shown again. */
	readonly address: string;
	/** Alert kinds that are sent; null: all. */
	readonly kinds:
		| readonly (
				| 'execution_state'
				| 'unhedged'
				| 'liquidation_distance'
				| 'venue_down'
				| 'stream_silent'
				| 'trading_halted'
				| 'funding_reversal'
				| 'daily_summary'
				| 'target_paused'
				| 'threshold'
				| 'margin_watch'
				| 'margin_transfer'
				| 'margin_reduce'
				| 'autopilot'
		  )[]
		| null;
	/** Lowest severity that is sent. */
	readonly least_severity: 'info' | 'warning' | 'critical';
	/** Time of creation. ISO 8601, UTC. */
	readonly created_at: string;
	/** Time at which the address was confirmed; null: an e-mail target that waits for its code and gets no alerts. ISO 8601, UTC. */
	readonly confirmed_at: string | null;
	/** Time at which sending was paused, by its owner or because the target failed for too long; null: not paused. ISO 8601, UTC. */
	readonly paused_at: string | null;
	/** Start of the current run of failed attempts; null: the last attempt worked. ISO 8601, UTC. */
	readonly failing_since: string | null;
	/** Error of the last attempt; null: none. */
	readonly failure: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Time of the last delivery; null: none yet. ISO 8601, UTC. */
	readonly last_delivered_at: string | null;
	/** Alerts not delivered yet. */
	readonly waiting: number;
	/** Alerts given up. */
	readonly dropped: number;
	/** Signing secret of a webhook (whsec_… of Standard Webhooks), shown only once; null for other kinds. */
	readonly signing_secret: string | null;
};

/** Params of `remove_alert_target`. */
export type RemoveAlertTargetParams = {
	/** Id from list_alert_targets. 1 to 64 characters. */
	readonly target_id: string;
};

/** Result of `remove_alert_target`. */
export type RemoveAlertTargetResult = {
	readonly success: true;
	/** Id of the removed target. */
	readonly target_id: string;
};

/** Params of `test_alert_target`. */
export type TestAlertTargetParams = {
	/** Id from list_alert_targets. 1 to 64 characters. */
	readonly target_id: string;
};

/** Result of `test_alert_target`. */
export type TestAlertTargetResult = {
	/** Id of the tested target. */
	readonly target_id: string;
	/** True when the target answered 2xx. */
	readonly delivered: boolean;
	/** HTTP status; null: no answer. */
	readonly status: number | null;
	/** Answer of the target without secrets. */
	readonly answer: string;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Time from sending to the answer, milliseconds. */
	readonly took_ms: number;
};

/** Params of `update_alert_target`. */
export type UpdateAlertTargetParams = {
	/** Id from list_alert_targets. 1 to 64 characters. */
	readonly target_id: string;
	/** New name. 1 to 64 characters. */
	readonly name?: string | undefined;
	/** Alert kinds to send; null: all. */
	readonly kinds?:
		| readonly (
				| 'execution_state'
				| 'unhedged'
				| 'liquidation_distance'
				| 'venue_down'
				| 'stream_silent'
				| 'trading_halted'
				| 'funding_reversal'
				| 'daily_summary'
				| 'target_paused'
				| 'threshold'
				| 'margin_watch'
				| 'margin_transfer'
				| 'margin_reduce'
				| 'autopilot'
		  )[]
		| null
		| undefined;
	/** Lowest severity to send. */
	readonly least_severity?: 'info' | 'warning' | 'critical' | undefined;
	/** True: the target gets no new alerts. False: it gets alerts again, also after failures. */
	readonly paused?: boolean | undefined;
};

/** Result of `update_alert_target`. */
export type UpdateAlertTargetResult = {
	/** Id of the target. */
	readonly target_id: string;
	/** Kind of target. */
	readonly kind: 'webhook' | 'slack' | 'telegram' | 'email';
	/** Name given by its owner. */
	readonly name: string;
	/** Scheme and host of a webhook, the chat, or the mail address. The rest is secret and never shown again. */
	readonly address: string;
	/** Alert kinds that are sent; null: all. */
	readonly kinds:
		| readonly (
				| 'execution_state'
				| 'unhedged'
				| 'liquidation_distance'
				| 'venue_down'
				| 'stream_silent'
				| 'trading_halted'
				| 'funding_reversal'
				| 'daily_summary'
				| 'target_paused'
				| 'threshold'
				| 'margin_watch'
				| 'margin_transfer'
				| 'margin_reduce'
				| 'autopilot'
		  )[]
		| null;
	/** Lowest severity that is sent. */
	readonly least_severity: 'info' | 'warning' | 'critical';
	/** Time of creation. ISO 8601, UTC. */
	readonly created_at: string;
	/** Time at which the address was confirmed; null: an e-mail target that waits for its code and gets no alerts. ISO 8601, UTC. */
	readonly confirmed_at: string | null;
	/** Time at which sending was paused, by its owner or because the target failed for too long; null: not paused. ISO 8601, UTC. */
	readonly paused_at: string | null;
	/** Start of the current run of failed attempts; null: the last attempt worked. ISO 8601, UTC. */
	readonly failing_since: string | null;
	/** Error of the last attempt; null: none. */
	readonly failure: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Time of the last delivery; null: none yet. ISO 8601, UTC. */
	readonly last_delivered_at: string | null;
	/** Alerts not delivered yet. */
	readonly waiting: number;
	/** Alerts given up. */
	readonly dropped: number;
};

/** Params of `send_alert_code`. */
export type SendAlertCodeParams = {
	/** Id from list_alert_targets. 1 to 64 characters. */
	readonly target_id: string;
};

/** Result of `send_alert_code`. */
export type SendAlertCodeResult = {
	readonly success: true;
	/** Id of the target. */
	readonly target_id: string;
};

/** Params of `confirm_alert_target`. */
export type ConfirmAlertTargetParams = {
	/** Id from list_alert_targets. 1 to 64 characters. */
	readonly target_id: string;
	/** Code from the mail, 6 digits. 1 to 16 characters. */
	readonly code: string;
};

/** Result of `confirm_alert_target`. */
export type ConfirmAlertTargetResult = {
	/** Id of the target. */
	readonly target_id: string;
	/** Kind of target. */
	readonly kind: 'webhook' | 'slack' | 'telegram' | 'email';
	/** Name given by its owner. */
	readonly name: string;
	/** Scheme and host of a webhook, the chat, or the mail address. The rest is secret and never shown again. */
	readonly address: string;
	/** Alert kinds that are sent; null: all. */
	readonly kinds:
		| readonly (
				| 'execution_state'
				| 'unhedged'
				| 'liquidation_distance'
				| 'venue_down'
				| 'stream_silent'
				| 'trading_halted'
				| 'funding_reversal'
				| 'daily_summary'
				| 'target_paused'
				| 'threshold'
				| 'margin_watch'
				| 'margin_transfer'
				| 'margin_reduce'
				| 'autopilot'
		  )[]
		| null;
	/** Lowest severity that is sent. */
	readonly least_severity: 'info' | 'warning' | 'critical';
	/** Time of creation. ISO 8601, UTC. */
	readonly created_at: string;
	/** Time at which the address was confirmed; null: an e-mail target that waits for its code and gets no alerts. ISO 8601, UTC. */
	readonly confirmed_at: string | null;
	/** Time at which sending was paused, by its owner or because the target failed for too long; null: not paused. ISO 8601, UTC. */
	readonly paused_at: string | null;
	/** Start of the current run of failed attempts; null: the last attempt worked. ISO 8601, UTC. */
	readonly failing_since: string | null;
	/** Error of the last attempt; null: none. */
	readonly failure: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Time of the last delivery; null: none yet. ISO 8601, UTC. */
	readonly last_delivered_at: string | null;
	/** Alerts not delivered yet. */
	readonly waiting: number;
	/** Alerts given up. */
	readonly dropped: number;
};

/** Params of `list_alert_rules`. */
export type ListAlertRulesParams = { readonly [name: string]: never };

/** Result of `list_alert_rules`. */
export type ListAlertRulesResult = readonly {
	/** Id of the rule. */
	readonly rule_id: string;
	/** Name given by its owner. */
	readonly name: string;
	/** Figure that the rule compares. */
	readonly kind: 'funding_rate' | 'spread_apr' | 'net_apr' | 'basis' | 'execution_net' | 'margin_distance';
	/** Coin of a rule about the market; null for own executions. */
	readonly coin: string | null;
	/** Exchange of a funding_rate rule; null: all. */
	readonly exchange: string | null;
	/** Exchange pair of a spread_apr or net_apr rule; null: all. */
	readonly exchangepair: string | null;
	/** Execution of a rule about own executions; null: all open. */
	readonly execution_id: string | null;
	/** Side of the limit on which the rule alerts. */
	readonly direction: 'above' | 'below';
	/** Limit in the unit. */
	readonly limit: number;
	/** Unit of limit, hysteresis and figure. Percent: 20 means 20 %. */
	readonly unit: 'percent_per_year' | 'percent' | 'usd';
	/** The alert ends once the figure is back by this much. */
	readonly hysteresis: number;
	/** Minimum minutes from an alert to its end and to the next alert. */
	readonly cooldown_minutes: number;
	/** False: the rule does not alert. */
	readonly enabled: boolean;
	/** Time of creation. ISO 8601, UTC. */
	readonly created_at: string;
	/** Time of the last alert; null: none yet. ISO 8601, UTC. */
	readonly fired_at: string | null;
	/** Last figure; null: unknown, or not compared yet. */
	readonly figure: number | null;
	/** True while an alert of the rule is active. */
	readonly active: boolean;
}[];

/** Params of `add_alert_rule`. */
export type AddAlertRuleParams = {
	/** Figure to compare. funding_rate: running rate of a coin, % a year. spread_apr: headline APR of its best pair. net_apr: expected net APR of its best pair, at 1,000 USD. basis: short above long price of your executions, %. execution_net: their net result, USD. margin_distance: their distance to liquidation, %. */
	readonly kind: 'funding_rate' | 'spread_apr' | 'net_apr' | 'basis' | 'execution_net' | 'margin_distance';
	/** Name of the rule, at the beginning of its alerts. Default: its kind. 1 to 64 characters. */
	readonly name?: string | undefined;
	/** Coin such as ETH. Required for funding_rate, spread_apr and net_apr. 1 to 20 characters. */
	readonly coin?: string | undefined;
	/** Exchange, for funding_rate. Default: all. 1 to 32 characters. */
	readonly exchange?: string | undefined;
	/** Exchange pair, for spread_apr and net_apr. Default: all. 1 to 64 characters. */
	readonly exchangepair?: string | undefined;
	/** Open execution, for basis, execution_net and margin_distance. Default: all. 1 to 64 characters. */
	readonly execution_id?: string | undefined;
	/** Side of the limit on which the rule alerts. */
	readonly direction: 'above' | 'below';
	/** Limit: percent (20 means 20 %), or USD for execution_net. At least -1000000000, at most 1000000000. */
	readonly limit: number;
	/** The alert ends once the figure is back by this much. Default: a tenth of the limit. At least 0, at most 1000000000. */
	readonly hysteresis?: number | undefined;
	/** Minimum minutes from an alert to its end and to the next alert. At least 0, at most 10080. Default 60. */
	readonly cooldown_minutes?: number | undefined;
	/** False: the rule does not alert. Default true. */
	readonly enabled?: boolean | undefined;
};

/** Result of `add_alert_rule`. */
export type AddAlertRuleResult = {
	/** Id of the rule. */
	readonly rule_id: string;
	/** Name given by its owner. */
	readonly name: string;
	/** Figure that the rule compares. */
	readonly kind: 'funding_rate' | 'spread_apr' | 'net_apr' | 'basis' | 'execution_net' | 'margin_distance';
	/** Coin of a rule about the market; null for own executions. */
	readonly coin: string | null;
	/** Exchange of a funding_rate rule; null: all. */
	readonly exchange: string | null;
	/** Exchange pair of a spread_apr or net_apr rule; null: all. */
	readonly exchangepair: string | null;
	/** Execution of a rule about own executions; null: all open. */
	readonly execution_id: string | null;
	/** Side of the limit on which the rule alerts. */
	readonly direction: 'above' | 'below';
	/** Limit in the unit. */
	readonly limit: number;
	/** Unit of limit, hysteresis and figure. Percent: 20 means 20 %. */
	readonly unit: 'percent_per_year' | 'percent' | 'usd';
	/** The alert ends once the figure is back by this much. */
	readonly hysteresis: number;
	/** Minimum minutes from an alert to its end and to the next alert. */
	readonly cooldown_minutes: number;
	/** False: the rule does not alert. */
	readonly enabled: boolean;
	/** Time of creation. ISO 8601, UTC. */
	readonly created_at: string;
	/** Time of the last alert; null: none yet. ISO 8601, UTC. */
	readonly fired_at: string | null;
	/** Last figure; null: unknown, or not compared yet. */
	readonly figure: number | null;
	/** True while an alert of the rule is active. */
	readonly active: boolean;
};

/** Params of `update_alert_rule`. */
export type UpdateAlertRuleParams = {
	/** Id from list_alert_rules. 1 to 64 characters. */
	readonly rule_id: string;
	/** New name. 1 to 64 characters. */
	readonly name?: string | undefined;
	/** New side of the limit. */
	readonly direction?: 'above' | 'below' | undefined;
	/** New limit, in the unit of the rule. At least -1000000000, at most 1000000000. */
	readonly limit?: number | undefined;
	/** New hysteresis. At least 0, at most 1000000000. */
	readonly hysteresis?: number | undefined;
	/** New cooldown, minutes. At least 0, at most 10080. */
	readonly cooldown_minutes?: number | undefined;
	/** False: the rule does not alert. */
	readonly enabled?: boolean | undefined;
};

/** Result of `update_alert_rule`. */
export type UpdateAlertRuleResult = {
	/** Id of the rule. */
	readonly rule_id: string;
	/** Name given by its owner. */
	readonly name: string;
	/** Figure that the rule compares. */
	readonly kind: 'funding_rate' | 'spread_apr' | 'net_apr' | 'basis' | 'execution_net' | 'margin_distance';
	/** Coin of a rule about the market; null for own executions. */
	readonly coin: string | null;
	/** Exchange of a funding_rate rule; null: all. */
	readonly exchange: string | null;
	/** Exchange pair of a spread_apr or net_apr rule; null: all. */
	readonly exchangepair: string | null;
	/** Execution of a rule about own executions; null: all open. */
	readonly execution_id: string | null;
	/** Side of the limit on which the rule alerts. */
	readonly direction: 'above' | 'below';
	/** Limit in the unit. */
	readonly limit: number;
	/** Unit of limit, hysteresis and figure. Percent: 20 means 20 %. */
	readonly unit: 'percent_per_year' | 'percent' | 'usd';
	/** The alert ends once the figure is back by this much. */
	readonly hysteresis: number;
	/** Minimum minutes from an alert to its end and to the next alert. */
	readonly cooldown_minutes: number;
	/** False: the rule does not alert. */
	readonly enabled: boolean;
	/** Time of creation. ISO 8601, UTC. */
	readonly created_at: string;
	/** Time of the last alert; null: none yet. ISO 8601, UTC. */
	readonly fired_at: string | null;
	/** Last figure; null: unknown, or not compared yet. */
	readonly figure: number | null;
	/** True while an alert of the rule is active. */
	readonly active: boolean;
};

/** Params of `remove_alert_rule`. */
export type RemoveAlertRuleParams = {
	/** Id from list_alert_rules. 1 to 64 characters. */
	readonly rule_id: string;
};

/** Result of `remove_alert_rule`. */
export type RemoveAlertRuleResult = {
	readonly success: true;
	/** Id of the removed rule. */
	readonly rule_id: string;
};

/** Params of `get_alert_settings`. */
export type GetAlertSettingsParams = { readonly [name: string]: never };

/** Result of `get_alert_settings`. */
export type GetAlertSettingsResult = {
	/** Daily hours in which only critical alerts are sent; null: none. */
	readonly quiet_hours: {
		/** Start, HH:MM in the time zone. */
		readonly from: string;
		/** End, HH:MM in the time zone. */
		readonly until: string;
		/** IANA name of the time zone. */
		readonly time_zone: string;
	} | null;
	/** End of the quiet hours in progress; null: not quiet now. ISO 8601, UTC. */
	readonly quiet_until: string | null;
	/** URL that the service calls every minute while it is healthy; null: none. */
	readonly heartbeat: {
		/** Scheme and host of the URL. The rest is secret and never shown again. */
		readonly address: string;
		/** HTTP method of the calls. */
		readonly method: 'GET' | 'HEAD';
		/** Time at which the URL was set. ISO 8601, UTC. */
		readonly created_at: string;
		/** Time of the last call that was answered with 2xx; null: none yet. ISO 8601, UTC. */
		readonly last_ok_at: string | null;
		/** Start of the current run of failed calls; null: the last call worked. ISO 8601, UTC. */
		readonly failing_since: string | null;
		/** Error of the last call; null: none. */
		readonly failure: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Time of the next call. ISO 8601, UTC. */
		readonly next_at: string | null;
	} | null;
	/** Why no heartbeat is sent now; null: the service is healthy. */
	readonly unhealthy: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly unhealthy_sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Sender of alert mails; null: the operator has configured no mail server. */
	readonly mail_from: string | null;
	/** Maximum number of your alert targets. */
	readonly targets_max: number;
	/** Maximum number of your threshold rules. */
	readonly rules_max: number;
};

/** Params of `set_quiet_hours`. */
export type SetQuietHoursParams = {
	/** Start, HH:MM. 1 to 5 characters. */
	readonly from: string;
	/** End, HH:MM. An end before the start is on the next day. 1 to 5 characters. */
	readonly until: string;
	/** IANA name of the time zone, such as Europe/Berlin. 1 to 64 characters. */
	readonly time_zone: string;
};

/** Result of `set_quiet_hours`. */
export type SetQuietHoursResult = {
	/** Daily hours in which only critical alerts are sent; null: none. */
	readonly quiet_hours: {
		/** Start, HH:MM in the time zone. */
		readonly from: string;
		/** End, HH:MM in the time zone. */
		readonly until: string;
		/** IANA name of the time zone. */
		readonly time_zone: string;
	} | null;
	/** End of the quiet hours in progress; null: not quiet now. ISO 8601, UTC. */
	readonly quiet_until: string | null;
	/** URL that the service calls every minute while it is healthy; null: none. */
	readonly heartbeat: {
		/** Scheme and host of the URL. The rest is secret and never shown again. */
		readonly address: string;
		/** HTTP method of the calls. */
		readonly method: 'GET' | 'HEAD';
		/** Time at which the URL was set. ISO 8601, UTC. */
		readonly created_at: string;
		/** Time of the last call that was answered with 2xx; null: none yet. ISO 8601, UTC. */
		readonly last_ok_at: string | null;
		/** Start of the current run of failed calls; null: the last call worked. ISO 8601, UTC. */
		readonly failing_since: string | null;
		/** Error of the last call; null: none. */
		readonly failure: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Time of the next call. ISO 8601, UTC. */
		readonly next_at: string | null;
	} | null;
	/** Why no heartbeat is sent now; null: the service is healthy. */
	readonly unhealthy: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly unhealthy_sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Sender of alert mails; null: the operator has configured no mail server. */
	readonly mail_from: string | null;
	/** Maximum number of your alert targets. */
	readonly targets_max: number;
	/** Maximum number of your threshold rules. */
	readonly rules_max: number;
};

/** Params of `remove_quiet_hours`. */
export type RemoveQuietHoursParams = { readonly [name: string]: never };

/** Result of `remove_quiet_hours`. */
export type RemoveQuietHoursResult = {
	/** Daily hours in which only critical alerts are sent; null: none. */
	readonly quiet_hours: {
		/** Start, HH:MM in the time zone. */
		readonly from: string;
		/** End, HH:MM in the time zone. */
		readonly until: string;
		/** IANA name of the time zone. */
		readonly time_zone: string;
	} | null;
	/** End of the quiet hours in progress; null: not quiet now. ISO 8601, UTC. */
	readonly quiet_until: string | null;
	/** URL that the service calls every minute while it is healthy; null: none. */
	readonly heartbeat: {
		/** Scheme and host of the URL. The rest is secret and never shown again. */
		readonly address: string;
		/** HTTP method of the calls. */
		readonly method: 'GET' | 'HEAD';
		/** Time at which the URL was set. ISO 8601, UTC. */
		readonly created_at: string;
		/** Time of the last call that was answered with 2xx; null: none yet. ISO 8601, UTC. */
		readonly last_ok_at: string | null;
		/** Start of the current run of failed calls; null: the last call worked. ISO 8601, UTC. */
		readonly failing_since: string | null;
		/** Error of the last call; null: none. */
		readonly failure: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Time of the next call. ISO 8601, UTC. */
		readonly next_at: string | null;
	} | null;
	/** Why no heartbeat is sent now; null: the service is healthy. */
	readonly unhealthy: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly unhealthy_sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Sender of alert mails; null: the operator has configured no mail server. */
	readonly mail_from: string | null;
	/** Maximum number of your alert targets. */
	readonly targets_max: number;
	/** Maximum number of your threshold rules. */
	readonly rules_max: number;
};

/** Params of `set_heartbeat`. */
export type SetHeartbeatParams = {
	/** URL to call: https, on a public address. 1 to 2048 characters. */
	readonly url: string;
	/** HTTP method of the calls. Default "GET". */
	readonly method?: 'GET' | 'HEAD' | undefined;
};

/** Result of `set_heartbeat`. */
export type SetHeartbeatResult = {
	/** Daily hours in which only critical alerts are sent; null: none. */
	readonly quiet_hours: {
		/** Start, HH:MM in the time zone. */
		readonly from: string;
		/** End, HH:MM in the time zone. */
		readonly until: string;
		/** IANA name of the time zone. */
		readonly time_zone: string;
	} | null;
	/** End of the quiet hours in progress; null: not quiet now. ISO 8601, UTC. */
	readonly quiet_until: string | null;
	/** URL that the service calls every minute while it is healthy; null: none. */
	readonly heartbeat: {
		/** Scheme and host of the URL. The rest is secret and never shown again. */
		readonly address: string;
		/** HTTP method of the calls. */
		readonly method: 'GET' | 'HEAD';
		/** Time at which the URL was set. ISO 8601, UTC. */
		readonly created_at: string;
		/** Time of the last call that was answered with 2xx; null: none yet. ISO 8601, UTC. */
		readonly last_ok_at: string | null;
		/** Start of the current run of failed calls; null: the last call worked. ISO 8601, UTC. */
		readonly failing_since: string | null;
		/** Error of the last call; null: none. */
		readonly failure: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Time of the next call. ISO 8601, UTC. */
		readonly next_at: string | null;
	} | null;
	/** Why no heartbeat is sent now; null: the service is healthy. */
	readonly unhealthy: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly unhealthy_sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Sender of alert mails; null: the operator has configured no mail server. */
	readonly mail_from: string | null;
	/** Maximum number of your alert targets. */
	readonly targets_max: number;
	/** Maximum number of your threshold rules. */
	readonly rules_max: number;
};

/** Params of `remove_heartbeat`. */
export type RemoveHeartbeatParams = { readonly [name: string]: never };

/** Result of `remove_heartbeat`. */
export type RemoveHeartbeatResult = {
	/** Daily hours in which only critical alerts are sent; null: none. */
	readonly quiet_hours: {
		/** Start, HH:MM in the time zone. */
		readonly from: string;
		/** End, HH:MM in the time zone. */
		readonly until: string;
		/** IANA name of the time zone. */
		readonly time_zone: string;
	} | null;
	/** End of the quiet hours in progress; null: not quiet now. ISO 8601, UTC. */
	readonly quiet_until: string | null;
	/** URL that the service calls every minute while it is healthy; null: none. */
	readonly heartbeat: {
		/** Scheme and host of the URL. The rest is secret and never shown again. */
		readonly address: string;
		/** HTTP method of the calls. */
		readonly method: 'GET' | 'HEAD';
		/** Time at which the URL was set. ISO 8601, UTC. */
		readonly created_at: string;
		/** Time of the last call that was answered with 2xx; null: none yet. ISO 8601, UTC. */
		readonly last_ok_at: string | null;
		/** Start of the current run of failed calls; null: the last call worked. ISO 8601, UTC. */
		readonly failing_since: string | null;
		/** Error of the last call; null: none. */
		readonly failure: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Time of the next call. ISO 8601, UTC. */
		readonly next_at: string | null;
	} | null;
	/** Why no heartbeat is sent now; null: the service is healthy. */
	readonly unhealthy: string | null;
	/** Id and facts of the sentence, for another language. Absent: it has no translation. */
	readonly unhealthy_sentence?: {
		/** Stable id of the sentence, such as verdict.low_odds. */
		readonly id: string;
		/** Figures and words of the sentence. */
		readonly facts: { readonly [name: string]: unknown };
	};
	/** Sender of alert mails; null: the operator has configured no mail server. */
	readonly mail_from: string | null;
	/** Maximum number of your alert targets. */
	readonly targets_max: number;
	/** Maximum number of your threshold rules. */
	readonly rules_max: number;
};

/** Params of `list_chats`. */
export type ListChatsParams = { readonly [name: string]: never };

/** Result of `list_chats`. */
export type ListChatsResult = {
	/** Connections of the bots. */
	readonly platforms: readonly {
		/** Chat platform. */
		readonly platform: 'telegram' | 'slack';
		/** off: the operator has set no token. failing: the service retries. */
		readonly state: 'off' | 'connecting' | 'connected' | 'failing';
		/** The bot's user name; null while unknown. */
		readonly bot_name: string | null;
		/** Why the connection fails; null while it does not. */
		readonly problem: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Time of the last change of state; null while off. ISO 8601, UTC. */
		readonly since: string | null;
	}[];
	/** Your linked chats, oldest first. */
	readonly chats: readonly {
		/** Id of the link, for unlink_chat. */
		readonly link_id: string;
		/** Chat platform. */
		readonly platform: 'telegram' | 'slack';
		/** Agent as which the chat acts. */
		readonly agent_id: string;
		/** Name of the chat; null: a direct chat, or unknown. */
		readonly chat: string | null;
		/** Name of the person whose messages count. */
		readonly person: string | null;
		/** True when the chat may close all your positions and end your halt. */
		readonly acts_for_owner: boolean;
		/** Time of the link. ISO 8601, UTC. */
		readonly linked_at: string;
		/** Time of the last command; null before the first. ISO 8601, UTC. */
		readonly last_used_at: string | null;
	}[];
};

/** Params of `create_chat_code`. */
export type CreateChatCodeParams = {
	/** Running agent as which the chat acts; its scopes and caps limit the chat. 1 to 64 characters. */
	readonly agent_id: string;
	/** True: the chat may also close positions that its agent did not open, answer suggestions of all your pots, and end your halt. Other agents may not. Needs arb:trade. Default false. */
	readonly acts_for_owner?: boolean | undefined;
};

/** Result of `create_chat_code`. */
export type CreateChatCodeResult = {
	/** The code, shown only once. */
	readonly code: string;
	/** End of the code’s validity. ISO 8601, UTC. */
	readonly expires_at: string;
};

/** Params of `unlink_chat`. */
export type UnlinkChatParams = {
	/** Id from list_chats. 1 to 64 characters. */
	readonly link_id: string;
};

/** Result of `unlink_chat`. */
export type UnlinkChatResult = {
	readonly success: true;
	/** Id of the ended link. */
	readonly link_id: string;
};

/** Params of `replay_start`. */
export type ReplayStartParams = {
	/** Name of the data, from the choices of replay_status. 1 to 40 characters. */
	readonly data: string;
	/** Name of the policy, from the same choices. 1 to 120 characters. */
	readonly policy: string;
	/** Settings of the policy by name; the others keep their defaults. */
	readonly set?: { readonly [name: string]: number | string | boolean } | undefined;
	/** Values to try for each setting. Every combination is one trial. */
	readonly sweep?: { readonly [name: string]: readonly (number | string | boolean)[] } | undefined;
	/** Capital of each paper user, both legs together. Unit: USD. At least 10, at most 1000000000. Default 10000. */
	readonly capital?: number | undefined;
	/** Exchanges that may be traded. Default: all of the data. 1 to 50 entries. */
	readonly exchanges?: readonly string[] | undefined;
	/** Coins that may be traded. Default: all. 1 to 500 entries. */
	readonly coins?: readonly string[] | undefined;
	/** one: one paper user trades everything. pairs: each pair of contracts has a paper user of its own. Default "one". */
	readonly users?: 'one' | 'pairs' | undefined;
	/** Start of the span: a UTC date or an ISO 8601 instant. Default: start of the data. 1 to 40 characters. */
	readonly from?: string | undefined;
	/** End of the span, exclusive. Default: end of the data. 1 to 40 characters. */
	readonly until?: string | undefined;
	/** Use the data as this grade only. Default: the best that the data have. */
	readonly grade?: 'A' | 'B' | 'C' | undefined;
	/** Windows in which a sweep chooses its settings and then tests them. */
	readonly walk_forward?:
		| {
				/** Days of training before each test. At least 1, at most 3650. Default 90. */
				readonly train_days?: number | undefined;
				/** Days of testing. At least 1, at most 3650. Default 30. */
				readonly test_days?: number | undefined;
		  }
		| undefined;
	/** Fees to assume, by exchange. Default: the exchanges’ own. */
	readonly fees?:
		| {
				readonly [name: string]: {
					/** Taker fee. Unit: bps. At least -100, at most 1000. */
					readonly taker_bps: number;
					/** Maker fee; negative: a rebate. Unit: bps. At least -100, at most 1000. */
					readonly maker_bps: number;
				};
		  }
		| undefined;
	/** Distance of bid and ask from the price. Above 10 bps, the service refuses openings that set no higher max_slippage_bps. At least 0, at most 1000. Default 2. */
	readonly slippage_bps?: number | undefined;
	/** Further distance per hundredth of the last hour’s volume. Unit: bps. At least 0, at most 1000. Default 1. */
	readonly impact_bps?: number | undefined;
	/** Seconds from a settlement until its rate is known. At least 0, at most 86400. Default 5. */
	readonly publication_lag_s?: number | undefined;
	/** Interest of the comparison cash, percent per year. At least -100, at most 1000. Default 4. */
	readonly cash_rate_pct?: number | undefined;
	/** Rules of the service to switch off, to measure their effect. 1 to 50 entries. */
	readonly without?: readonly string[] | undefined;
	/** Whether to run the comparisons and the same policy one step later. Default true. */
	readonly compare?: boolean | undefined;
	/** Seed of the randomness. At least 0, at most 9007199254740991. Default 1. */
	readonly seed?: number | undefined;
};

/** Result of `replay_start`. */
export type ReplayStartResult = {
	readonly success: true;
	/** Id of the replay. */
	readonly replay_id: string;
	/** queued and running: not ended. complete and partial: with a result. canceled and failed: without one. */
	readonly status: 'queued' | 'running' | 'complete' | 'partial' | 'canceled' | 'failed';
};

/** Params of `replay_status`. */
export type ReplayStatusParams = {
	/** Id from replay_start, for one replay. Default: all of yours. 1 to 64 characters. */
	readonly replay_id?: string | undefined;
};

/** Result of `replay_status`. */
export type ReplayStatusResult = {
	/** Your replays, newest first. */
	readonly replays: readonly {
		/** Id of the replay. */
		readonly replay_id: string;
		/** queued and running: not ended. complete and partial: with a result. canceled and failed: without one. */
		readonly status: 'queued' | 'running' | 'complete' | 'partial' | 'canceled' | 'failed';
		/** Why it ended early or failed; null otherwise. */
		readonly status_reason: string | null;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** Time of the order. ISO 8601, UTC. */
		readonly created_at: string;
		/** Start of the work; null before. ISO 8601, UTC. */
		readonly started_at: string | null;
		/** End; null before. ISO 8601, UTC. */
		readonly ended_at: string | null;
		/** Waiting or running replays before this one; null unless queued. */
		readonly ahead: number | null;
		/** Null unless running. */
		readonly progress: {
			/** reading, policy, or the name of a comparison or trial. */
			readonly step: string;
			/** Share that is done, from 0 to 1. */
			readonly done: number;
			/** Estimated seconds until the end; null before an estimate. */
			readonly left_s: number | null;
			/** Replayed seconds per real second; null before the first figure. */
			readonly rate: number | null;
			/** Time within the replay; null while the data is read. ISO 8601, UTC. */
			readonly at: string | null;
		} | null;
		/** Path of the report as HTML, for a GET with the same token; null without one. */
		readonly report: string | null;
		/** The params of replay_start, with defaults. */
		readonly request: {
			/** Name of the data. */
			readonly data: string;
			/** Name of the policy. */
			readonly policy: string;
			/** Settings of the policy that were given. */
			readonly set: { readonly [name: string]: number | string | boolean };
			/** Values to try; empty: one replay. */
			readonly sweep: { readonly [name: string]: readonly (number | string | boolean)[] };
			/** Capital of each paper user, USD. */
			readonly capital: number;
			/** Exchanges that may be traded; null: all. */
			readonly exchanges: readonly string[] | null;
			/** Coins that may be traded; null: all. */
			readonly coins: readonly string[] | null;
			/** Paper users. */
			readonly users: 'one' | 'pairs';
			/** Start of the span; null: start of the data. ISO 8601, UTC. */
			readonly from: string | null;
			/** End of the span; null: end of the data. ISO 8601, UTC. */
			readonly until: string | null;
			/** Wanted grade; null: the best. */
			readonly grade: 'A' | 'B' | 'C' | null;
			/** Windows of a sweep; null: none. */
			readonly walk_forward: {
				/** Days of training. */
				readonly train_days: number;
				/** Days of testing. */
				readonly test_days: number;
			} | null;
			/** Assumed fees by exchange; empty: the exchanges’ own. */
			readonly fees: {
				readonly [name: string]: {
					/** Taker fee, bps. */
					readonly taker_bps: number;
					/** Maker fee, bps. */
					readonly maker_bps: number;
				};
			};
			/** Distance of bid and ask from the price, bps. */
			readonly slippage_bps: number;
			/** Further distance per hundredth of the hour’s volume, bps. */
			readonly impact_bps: number;
			/** Seconds from a settlement until its rate is known. */
			readonly publication_lag_s: number;
			/** Interest of the comparison cash, percent per year. */
			readonly cash_rate_pct: number;
			/** Rules that are switched off. */
			readonly without: readonly string[];
			/** Whether comparisons run. */
			readonly compare: boolean;
			/** Seed of the randomness. */
			readonly seed: number;
		};
	}[];
	/** Choices for replay_start. */
	readonly choices: {
		/** False when the operator has switched replays off. */
		readonly enabled: boolean;
		/** Largest number of your waiting replays. */
		readonly queue_max: number;
		/** Names for the param data. */
		readonly data: readonly string[];
		/** Exchanges and coins at the beginning of each data, as suggestions: names that first appear later are missing. Data that cannot be read has no entry. */
		readonly names: {
			readonly [name: string]: {
				/** Names for the param exchanges. */
				readonly exchanges: readonly string[];
				/** Names for the param coins. */
				readonly coins: readonly string[];
			};
		};
		/** Policies. */
		readonly policies: readonly {
			/** Name for the param policy. */
			readonly name: string;
			/** Its effect; null for the operator’s own file. */
			readonly description: string | null;
			/** Settings; null for a file, which states them only when it runs. */
			readonly settings:
				| readonly {
						/** Name for the params set and sweep. */
						readonly name: string;
						/** Type of the value. */
						readonly kind: 'number' | 'switch' | 'text';
						/** Default. */
						readonly default: number | boolean | string;
						/** Smallest value; null unless a number. */
						readonly min: number | null;
						/** Largest value; null unless a number. */
						readonly max: number | null;
						/** Unit; null unless a number. */
						readonly unit: string | null;
						/** Meaning. */
						readonly meaning: string;
				  }[]
				| null;
		}[];
		/** Names for the param without. */
		readonly rules: readonly string[];
	};
};

/** Params of `replay_result`. */
export type ReplayResultParams = {
	/** Id from replay_start. 1 to 64 characters. */
	readonly replay_id: string;
	/** summary: the outcome with its waterfall, comparisons and tests. positions: with their journals, page by page. columns: the portfolio over time. sweep: all trials. Default: summary, or sweep for a sweep. */
	readonly part?: 'summary' | 'positions' | 'columns' | 'sweep' | undefined;
	/** Page of the positions. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
};

/** Result of `replay_result`. */
export type ReplayResultResult = {
	/** Id of the replay. */
	readonly replay_id: string;
	/** The part of this answer; the member with its name is present. */
	readonly part: 'summary' | 'positions' | 'columns' | 'sweep';
	/** Path of the report as HTML. */
	readonly report: string;
	/** The outcome. */
	readonly summary?: {
		/** Settings with which it ran. */
		readonly settings: {
			/** Names of the data. */
			readonly data: readonly string[];
			/** A: recorded books. B: hourly prices. C: settled rates alone. */
			readonly grade: 'A' | 'B' | 'C';
			/** Start of the span. ISO 8601, UTC. */
			readonly from: string;
			/** End of the span, exclusive. ISO 8601, UTC. */
			readonly until: string;
			/** Name of the policy. */
			readonly policy: string;
			/** Settings of the policy. */
			readonly set: { readonly [name: string]: number | string | boolean };
			/** Capital of each paper user, USD. */
			readonly capital: number;
			/** Number of paper users. */
			readonly users: number;
			/** Exchanges of the replay. */
			readonly exchanges: readonly string[];
			/** Coins that may be traded; null: all. */
			readonly coins: readonly string[] | null;
			/** Windows of training and testing; null: none. */
			readonly walk_forward: {
				/** Length of a training window, days. */
				readonly train_days: number;
				/** Length of a test window, days. */
				readonly test_days: number;
			} | null;
			/** Rules of the service that were switched off. */
			readonly without: readonly string[];
			/** Seed of the randomness. */
			readonly seed: number;
		};
		/** Command that repeats the replay. */
		readonly command: string;
		/** Version of Carrywire. */
		readonly version: string;
		/** Hash of the code. */
		readonly code_hash: string;
		/** Hash of the data. */
		readonly data_hash: string;
		/** False if the replay ended early. */
		readonly complete: boolean;
		/** End of what was replayed. ISO 8601, UTC. */
		readonly played_until: string;
		/** Result of the policy. */
		readonly outcome: {
			/** Net per year as a fraction of the capital. */
			readonly net_per_year: number;
			/** Lower end of the 90 % interval of net_per_year; null with fewer than 30 days. */
			readonly low: number | null;
			/** Upper end of the interval. */
			readonly high: number | null;
			/** Positions opened. */
			readonly trades: number;
			/** Largest fall of equity from an earlier peak, USD. */
			readonly drawdown_usd: number;
			/** The same as a fraction of that peak. */
			readonly drawdown_share: number;
			/** Yearly Sharpe ratio of daily returns; null with fewer than 30 days. */
			readonly sharpe: number | null;
			/** Waterfall from funding to the net. */
			readonly parts: {
				/** Funding received, USD. */
				readonly funding_received: number;
				/** Funding paid, USD; negative. */
				readonly funding_paid: number;
				/** Fees, USD; negative if paid. */
				readonly fees: number;
				/** Slippage, USD; negative if paid. */
				readonly slippage: number;
				/** Change in value of both legs, USD; null without prices (grade C). */
				readonly basis: number | null;
				/** Interest on unused capital, USD. */
				readonly idle_interest: number;
				/** Sum of the parts, USD. */
				readonly net: number;
			};
		};
		/** Other policies on the same data. */
		readonly comparisons: readonly {
			/** Other use of the same capital, such as cash or month-mean. */
			readonly name: string;
			/** Its result; null if the data cannot tell. */
			readonly outcome: {
				/** Net per year as a fraction of the capital. */
				readonly net_per_year: number;
				/** Lower end of the 90 % interval of net_per_year; null with fewer than 30 days. */
				readonly low: number | null;
				/** Upper end of the interval. */
				readonly high: number | null;
				/** Positions opened. */
				readonly trades: number;
				/** Largest fall of equity from an earlier peak, USD. */
				readonly drawdown_usd: number;
				/** The same as a fraction of that peak. */
				readonly drawdown_share: number;
				/** Yearly Sharpe ratio of daily returns; null with fewer than 30 days. */
				readonly sharpe: number | null;
				/** Waterfall from funding to the net. */
				readonly parts: {
					/** Funding received, USD. */
					readonly funding_received: number;
					/** Funding paid, USD; negative. */
					readonly funding_paid: number;
					/** Fees, USD; negative if paid. */
					readonly fees: number;
					/** Slippage, USD; negative if paid. */
					readonly slippage: number;
					/** Change in value of both legs, USD; null without prices (grade C). */
					readonly basis: number | null;
					/** Interest on unused capital, USD. */
					readonly idle_interest: number;
					/** Sum of the parts, USD. */
					readonly net: number;
				};
			} | null;
			/** Why it is null. */
			readonly reason: string | null;
		}[];
		/** Tests of the result itself. */
		readonly honesty: {
			/** none: no trade, so no evidence. fragile: one step later, more than half is lost. */
			readonly verdict: 'none' | 'fragile' | 'steady' | 'untested';
			/** Null if it was not run. */
			readonly one_step_late: {
				/** Length of the step, seconds. */
				readonly step_s: number;
				/** Result of the same policy one step later. */
				readonly outcome: {
					/** Net per year as a fraction of the capital. */
					readonly net_per_year: number;
					/** Lower end of the 90 % interval of net_per_year; null with fewer than 30 days. */
					readonly low: number | null;
					/** Upper end of the interval. */
					readonly high: number | null;
					/** Positions opened. */
					readonly trades: number;
					/** Largest fall of equity from an earlier peak, USD. */
					readonly drawdown_usd: number;
					/** The same as a fraction of that peak. */
					readonly drawdown_share: number;
					/** Yearly Sharpe ratio of daily returns; null with fewer than 30 days. */
					readonly sharpe: number | null;
					/** Waterfall from funding to the net. */
					readonly parts: {
						/** Funding received, USD. */
						readonly funding_received: number;
						/** Funding paid, USD; negative. */
						readonly funding_paid: number;
						/** Fees, USD; negative if paid. */
						readonly fees: number;
						/** Slippage, USD; negative if paid. */
						readonly slippage: number;
						/** Change in value of both legs, USD; null without prices (grade C). */
						readonly basis: number | null;
						/** Interest on unused capital, USD. */
						readonly idle_interest: number;
						/** Sum of the parts, USD. */
						readonly net: number;
					};
				};
			} | null;
		};
		/** Counts of records. */
		readonly counts: {
			/** Positions. */
			readonly positions: number;
			/** Funding payments. */
			readonly fundings: number;
			/** Requests that the service refused. */
			readonly refusals: number;
			/** Transfers between exchanges that margin would have needed. */
			readonly transfers: number;
			/** Contracts in the data. */
			readonly contracts: number;
			/** Coins in the data. */
			readonly coins: number;
			/** Gaps in the data. */
			readonly gaps: number;
			/** Changes of funding intervals in the data. */
			readonly interval_changes: number;
		};
		/** Requests of the policy that the service refused, by code. */
		readonly refusals: readonly {
			/** Code of the refusal. */
			readonly code: string;
			/** How often it occurred. */
			readonly count: number;
			/** First occurrence. ISO 8601, UTC. */
			readonly first_at: string;
			/** Sentence of the first refusal. */
			readonly message: string;
		}[];
		/** Assumptions of the replay, because the data do not say it. */
		readonly assumptions: readonly string[];
		/** Figures that are null, with the reason. */
		readonly not_known: readonly string[];
	};
	/** One page of positions. */
	readonly positions?: {
		/** Positions in order of opening. */
		readonly rows: readonly {
			/** Id of the position within the replay. */
			readonly position: string;
			/** Number of the paper user, from 0. */
			readonly user: number;
			/** Coin. */
			readonly coin: string;
			/** Long leg. */
			readonly long: {
				/** Exchange. */
				readonly exchange: string;
				/** Contract. */
				readonly symbol: string;
			};
			/** Short leg. */
			readonly short: {
				/** Exchange. */
				readonly exchange: string;
				/** Contract. */
				readonly symbol: string;
			};
			/** Opening. ISO 8601, UTC. */
			readonly opened_at: string;
			/** Close; null: open at the end. ISO 8601, UTC. */
			readonly closed_at: string | null;
			/** Notional of one leg, USD. */
			readonly leg_usd: number;
			/** Waterfall from funding to the net. */
			readonly parts: {
				/** Funding received, USD. */
				readonly funding_received: number;
				/** Funding paid, USD; negative. */
				readonly funding_paid: number;
				/** Fees, USD; negative if paid. */
				readonly fees: number;
				/** Slippage, USD; negative if paid. */
				readonly slippage: number;
				/** Change in value of both legs, USD; null without prices (grade C). */
				readonly basis: number | null;
				/** Interest on unused capital, USD. */
				readonly idle_interest: number;
				/** Sum of the parts, USD. */
				readonly net: number;
			};
			/** Time with an unhedged leg, seconds. */
			readonly unhedged_s: number;
			/** Forecast at the opening; null if there was none. */
			readonly forecast: {
				/** Horizon of the forecast, hours. */
				readonly horizon_hours: number;
				/** Expected funding over the horizon, USD. */
				readonly expected_usd: number;
				/** Funding at the headline spread, USD. */
				readonly headline_usd: number | null;
				/** Stated probability of a profit. */
				readonly probability: number | null;
				/** Funding received within the horizon, USD; null if it did not end. */
				readonly received_usd: number | null;
			} | null;
			/** Journal of the position. */
			readonly events: readonly {
				/** Time of the event. ISO 8601, UTC. */
				readonly at: string;
				/** Sentence about the event. */
				readonly message: string;
			}[];
		}[];
		readonly pagination: Pagination;
	};
	/** The portfolio over time, at most 1,000 points; the report’s JSON and CSV have all. */
	readonly columns?: {
		/** Time between two points, seconds. */
		readonly step_s: number;
		/** Times, Unix seconds. */
		readonly at: readonly number[];
		/** Equity of all accounts, USD. */
		readonly equity: readonly number[];
		/** Value of both legs of all positions, USD. */
		readonly exposure: readonly number[];
		/** Capital without a position, USD. */
		readonly idle: readonly number[];
		/** The same per exchange. */
		readonly exchanges: readonly {
			/** Exchange. */
			readonly exchange: string;
			/** Equity there, USD. */
			readonly equity: readonly number[];
			/** Margin that positions use, USD. */
			readonly margin_used: readonly number[];
			/** Distance to the nearest liquidation as a fraction of the price; null: no position. */
			readonly liquidation_distance: readonly (number | null)[];
		}[];
	};
	/** The trials of a sweep. */
	readonly sweep?: {
		/** Settings with which it ran. */
		readonly settings: {
			/** Names of the data. */
			readonly data: readonly string[];
			/** A: recorded books. B: hourly prices. C: settled rates alone. */
			readonly grade: 'A' | 'B' | 'C';
			/** Start of the span. ISO 8601, UTC. */
			readonly from: string;
			/** End of the span, exclusive. ISO 8601, UTC. */
			readonly until: string;
			/** Name of the policy. */
			readonly policy: string;
			/** Settings of the policy. */
			readonly set: { readonly [name: string]: number | string | boolean };
			/** Capital of each paper user, USD. */
			readonly capital: number;
			/** Number of paper users. */
			readonly users: number;
			/** Exchanges of the replay. */
			readonly exchanges: readonly string[];
			/** Coins that may be traded; null: all. */
			readonly coins: readonly string[] | null;
			/** Windows of training and testing; null: none. */
			readonly walk_forward: {
				/** Length of a training window, days. */
				readonly train_days: number;
				/** Length of a test window, days. */
				readonly test_days: number;
			} | null;
			/** Rules of the service that were switched off. */
			readonly without: readonly string[];
			/** Seed of the randomness. */
			readonly seed: number;
		};
		/** Command that repeats the replay. */
		readonly command: string;
		/** Version of Carrywire. */
		readonly version: string;
		/** Hash of the code. */
		readonly code_hash: string;
		/** Hash of the data. */
		readonly data_hash: string;
		/** False if the sweep ended before all trials. */
		readonly complete: boolean;
		/** All trials. */
		readonly trials: readonly {
			/** Settings of the trial. */
			readonly set: { readonly [name: string]: number | string | boolean };
			/** Result in the first training window, which alone chooses the settings. */
			readonly training: {
				/** Change of equity on these days, USD. */
				readonly net: number;
				/** Days of the windows. */
				readonly days: number;
				/** Net per year as a fraction of the capital. */
				readonly net_per_year: number;
				/** Lower end of the 90 % interval of net_per_year; null with fewer than 30 days. */
				readonly low: number | null;
				/** Upper end of the interval. */
				readonly high: number | null;
				/** Positions opened on these days. */
				readonly trades: number;
				/** Largest fall of equity from an earlier peak, USD. */
				readonly drawdown_usd: number;
				/** The same as a fraction of that peak. */
				readonly drawdown_share: number;
				/** Yearly Sharpe ratio of daily returns; null with fewer than 30 days. */
				readonly sharpe: number | null;
			};
			/** Result on the test windows. */
			readonly test: {
				/** Change of equity on these days, USD. */
				readonly net: number;
				/** Days of the windows. */
				readonly days: number;
				/** Net per year as a fraction of the capital. */
				readonly net_per_year: number;
				/** Lower end of the 90 % interval of net_per_year; null with fewer than 30 days. */
				readonly low: number | null;
				/** Upper end of the interval. */
				readonly high: number | null;
				/** Positions opened on these days. */
				readonly trades: number;
				/** Largest fall of equity from an earlier peak, USD. */
				readonly drawdown_usd: number;
				/** The same as a fraction of that peak. */
				readonly drawdown_share: number;
				/** Yearly Sharpe ratio of daily returns; null with fewer than 30 days. */
				readonly sharpe: number | null;
			};
		}[];
		/** Windows of training and testing. */
		readonly windows: readonly {
			/** Start of training. ISO 8601, UTC. */
			readonly train_from: string;
			/** End of training and start of testing. ISO 8601, UTC. */
			readonly test_from: string;
			/** End of testing. ISO 8601, UTC. */
			readonly test_until: string;
			/** Index of the trial that was best in this training window. */
			readonly chosen: number;
		}[];
		/** Result of testing what each training window chose. */
		readonly walked_forward: {
			/** Change of equity on these days, USD. */
			readonly net: number;
			/** Days of the windows. */
			readonly days: number;
			/** Net per year as a fraction of the capital. */
			readonly net_per_year: number;
			/** Lower end of the 90 % interval of net_per_year; null with fewer than 30 days. */
			readonly low: number | null;
			/** Upper end of the interval. */
			readonly high: number | null;
			/** Positions opened on these days. */
			readonly trades: number;
			/** Largest fall of equity from an earlier peak, USD. */
			readonly drawdown_usd: number;
			/** The same as a fraction of that peak. */
			readonly drawdown_share: number;
			/** Yearly Sharpe ratio of daily returns; null with fewer than 30 days. */
			readonly sharpe: number | null;
		};
		/** Index of the trial that was best in the first training window. */
		readonly chosen: number;
		/** Probability that the chosen trial has skill, given the number of trials (deflated Sharpe ratio). */
		readonly deflated_sharpe: number | null;
		/** Probability that the setting that is best in training is below the median in testing. */
		readonly overfitting: number | null;
	};
};

/** Params of `replay_cancel`. */
export type ReplayCancelParams = {
	/** Id from replay_start. 1 to 64 characters. */
	readonly replay_id: string;
};

/** Result of `replay_cancel`. */
export type ReplayCancelResult = {
	readonly success: true;
	/** Id of the replay. */
	readonly replay_id: string;
	/** queued and running: not ended. complete and partial: with a result. canceled and failed: without one. */
	readonly status: 'queued' | 'running' | 'complete' | 'partial' | 'canceled' | 'failed';
};

/** Params of `autopilot_start`. */
export type AutopilotStartParams = {
	/** Your name for the pot. 1 to 64 characters. */
	readonly name: string;
	/** Capital of the pot in USD. It never has more in use. Above 0, at most 1000000000. */
	readonly capital: number;
	/** Exchanges on which the pot may hold legs; you need an account at each. 2 to 20 entries. */
	readonly exchanges: readonly string[];
	/** The only coins that the pot may open. Default: all. 1 to 200 entries. */
	readonly coins?: readonly string[] | undefined;
	/** Coins that the pot never opens. At most 200 entries. */
	readonly coins_denied?: readonly string[] | undefined;
	/** Notional of all legs over the capital in use. A move of the market liquidates more at a higher one. At least 1, at most 3. Default 1.8. */
	readonly leverage?: number | undefined;
	/** Largest share of the pot in one coin, a fraction. Above 0, at most 1. Default 0.1. */
	readonly coin_share?: number | undefined;
	readonly exchange_share?: number | null | undefined;
	/** Most leg orders a UTC day; a change of both legs counts as two. Reductions are not limited. At least 0, at most 10000. Default 40. */
	readonly orders_per_day?: number | undefined;
	readonly turnover_per_day?: number | null | undefined;
	readonly drawdown_pct?: number | null | undefined;
	/** Least expected net above cash for openings, in percentage points of the capital a year. Below 0, the pot accepts less than cash. At least -100, at most 1000. Default 0. */
	readonly min_net_over_cash_pct?: number | undefined;
	/** suggest: a person confirms each change. act: the service makes the changes by itself. Default "suggest". */
	readonly mode?: 'suggest' | 'act' | undefined;
	/** Action of the pot at its drawdown stop. Default "pause". */
	readonly on_drawdown?: 'close' | 'pause' | undefined;
	/** UTC time of the daily decision, HH:MM. Choose one that lies after a settlement. */
	readonly decide_at?: string | undefined;
	/** Confirmation of real orders: exactly the exchanges of the pot. Only live mode needs it. At most 20 entries. */
	readonly confirm_live?: readonly string[] | undefined;
	/** The same key with the same params returns the pot of the first call. It shares the keys of execute_opportunity. 1 to 64 characters. */
	readonly idempotency_key?: string | undefined;
	/** live: trades on your accounts. shadow: makes the same decisions on paper accounts of its own. Default "live". */
	readonly kind?: 'live' | 'shadow' | undefined;
	/** True: also start a shadow pot beside a live one, to compare them. Default false. */
	readonly with_shadow?: boolean | undefined;
};

/** Result of `autopilot_start`. */
export type AutopilotStartResult = {
	readonly success: true;
	/** The pot after the call. */
	readonly pot: {
		/** Id of the pot. */
		readonly pot_id: string;
		/** Agent that started it; null: you did. */
		readonly agent_id: string | null;
		/** live: trades on your accounts. shadow: makes the same decisions on paper accounts of its own. */
		readonly kind: 'live' | 'shadow';
		/** Pot beside which this shadow pot runs; null: none. */
		readonly shadow_of: string | null;
		/** Shadow pot beside this pot; null: none. */
		readonly shadow_pot_id: string | null;
		/** Profit of that shadow pot, USD; null: none or unknown. */
		readonly shadow_profit: number | null;
		/** paused: no voluntary change; a low margin still reduces. stopping: closes everything. stopped: final. */
		readonly state: 'running' | 'paused' | 'stopping' | 'stopped';
		/** Why it does not run; null while it runs. */
		readonly state_reason: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the last change of state. ISO 8601, UTC. */
		readonly state_at: string;
		/** Time of the start. ISO 8601, UTC. */
		readonly created_at: string;
		/** Settings. */
		readonly settings: {
			/** Your name for the pot. */
			readonly name: string;
			/** Capital of the pot, USD. */
			readonly capital: number;
			/** Exchanges on which it may hold legs. */
			readonly exchanges: readonly string[];
			/** The only coins that it may open; null: all. */
			readonly coins: readonly string[] | null;
			/** Coins that it never opens. */
			readonly coins_denied: readonly string[];
			/** Notional of all legs over the capital in use. */
			readonly leverage: number;
			/** Largest share of the pot in one coin, a fraction. */
			readonly coin_share: number;
			/** Largest share of all legs at one exchange, a fraction; null: no limit. */
			readonly exchange_share: number | null;
			/** Most leg orders a UTC day. */
			readonly orders_per_day: number;
			/** Most USD traded a UTC day over both legs; null: no limit. */
			readonly turnover_per_day: number | null;
			/** Loss in percent of the capital at which the pot stops; null: never. */
			readonly drawdown_pct: number | null;
			/** Least expected net above cash for openings, percentage points a year. */
			readonly min_net_over_cash_pct: number;
			/** Whether a person confirms each change. */
			readonly mode: 'suggest' | 'act';
			/** Action of the pot at its drawdown stop. */
			readonly on_drawdown: 'close' | 'pause';
			/** UTC time of the daily decision, HH:MM. */
			readonly decide_at: string;
		};
		/** Capital and profit, USD; null: no current mark. */
		readonly equity: number | null;
		/** Profit since the start with open positions, USD; null: no current mark. */
		readonly profit: number | null;
		/** Loss from the highest profit since the pot last began to run, USD; null unless it runs or without a current mark. */
		readonly drawdown: number | null;
		/** Yield of the capital as cash since the start, USD. */
		readonly cash_profit: number;
		/** Why a decision that is due waits; null: none waits. */
		readonly waits: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the next daily decision; null unless the pot runs. ISO 8601, UTC. */
		readonly next_decision_at: string | null;
		/** Open executions of the pot. */
		readonly holdings: readonly {
			/** Id of the execution. */
			readonly execution_id: string;
			/** Coin. */
			readonly coin: string;
			/** Exchange of the long leg. */
			readonly long_exchange: string;
			/** Exchange of the short leg. */
			readonly short_exchange: string;
			/** Coins that both legs hold. */
			readonly quantity: number;
			/** Notional of one leg, USD; null: no current mark. */
			readonly notional: number | null;
			/** Profit so far with the open position, USD; null: no current mark. */
			readonly profit: number | null;
			/** True while it opens or closes. */
			readonly is_moving: boolean;
		}[];
		/** All executions of the pot, oldest first. */
		readonly execution_ids: readonly string[];
		/** Latest decisions, newest first. */
		readonly decisions: readonly {
			/** Id of the decision. */
			readonly decision_id: string;
			/** Pot that decided. */
			readonly pot_id: string;
			/** Time of the decision; it was stored before anything was sent. ISO 8601, UTC. */
			readonly at: string;
			/** Cause of the decision. */
			readonly trigger:
				| 'start'
				| 'daily'
				| 'changed'
				| 'delisting'
				| 'cap_print'
				| 'lost_leg'
				| 'margin_alarm'
				| 'adl'
				| 'drawdown'
				| 'stop';
			/** Exchange of the cause; null: none. */
			readonly trigger_exchange: string | null;
			/** Coin of the cause; null: none. */
			readonly trigger_coin: string | null;
			/** Openings are not made later; reductions never expire. ISO 8601, UTC. */
			readonly valid_until: string;
			/** The plan and what it knew; null for a stop and for a reduction of margin. */
			readonly plan: {
				/** Target of each leg. */
				readonly targets: readonly {
					/** Coin. */
					readonly coin: string;
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
					/** Target, USD; positive for long. */
					readonly notional: number;
				}[];
				/** Expected net on the capital, a fraction a year; null: unknown. */
				readonly net_on_capital: number | null;
				/** Yield of cash, a fraction a year. */
				readonly cash: number;
				/** Time of the market data. ISO 8601, UTC. */
				readonly data_at: string;
				/** Equity of the pot, USD; null: unknown. */
				readonly equity: number | null;
				/** Forecasts, prices and costs that the plan used. */
				readonly inputs: { readonly [name: string]: unknown };
				/** Notes on the plan. */
				readonly notes: readonly {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				}[];
			} | null;
			/** Changes in the order in which they are made. */
			readonly changes: readonly {
				/** Place in the decision, from 0; autopilot_confirm takes it. */
				readonly number: number;
				/** Kind of the change. roll: one leg moves to another exchange. */
				readonly kind: 'close' | 'reduce' | 'roll' | 'open' | 'enlarge';
				/** Coin. */
				readonly coin: string;
				/** Long leg after the change. */
				readonly long: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Short leg after the change. */
				readonly short: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Notional of one leg that opens, closes or moves, USD. */
				readonly notional: number;
				/** Gain that the plan expects in 30 days, USD; null: it does not depend on a forecast. */
				readonly gain: number | null;
				/** Expected cost, USD; null: unknown. */
				readonly cost: number | null;
				/** Highest cost at which the change is made, USD; null: any. */
				readonly cost_max: number | null;
				/** Why the plan wants it. */
				readonly explanation: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
				/** State of the change. suggested: it waits for you. begun and sent: it is in motion. */
				readonly state:
					| 'waiting'
					| 'suggested'
					| 'confirmed'
					| 'begun'
					| 'sent'
					| 'executed'
					| 'refused'
					| 'skipped'
					| 'declined'
					| 'expired';
				/** Execution that it opened, reduced or closed; null: none yet. */
				readonly execution_id: string | null;
				/** Token or agent that confirmed or declined it; null: none. */
				readonly by: string | null;
				/** Time of the state; null while waiting. ISO 8601, UTC. */
				readonly at: string | null;
				/** Error code of a refusal; null otherwise. */
				readonly code: string | null;
				/** How it ended, or why not; null: not ended. */
				readonly outcome: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				} | null;
			}[];
		}[];
		/** Equity over time, at most 400 samples. */
		readonly samples: readonly {
			/** Time of the sample. ISO 8601, UTC. */
			readonly at: string;
			/** Equity, USD. */
			readonly equity: number;
		}[];
	};
};

/** Params of `autopilot_status`. */
export type AutopilotStatusParams = {
	/** Id from autopilot_status. 1 to 64 characters. */
	readonly pot_id?: string | undefined;
	/** Number of the latest decisions of each pot. At least 0, at most 100. Default 10. */
	readonly decisions?: number | undefined;
};

/** Result of `autopilot_status`. */
export type AutopilotStatusResult = {
	/** Your pots, oldest first. */
	readonly pots: readonly {
		/** Id of the pot. */
		readonly pot_id: string;
		/** Agent that started it; null: you did. */
		readonly agent_id: string | null;
		/** live: trades on your accounts. shadow: makes the same decisions on paper accounts of its own. */
		readonly kind: 'live' | 'shadow';
		/** Pot beside which this shadow pot runs; null: none. */
		readonly shadow_of: string | null;
		/** Shadow pot beside this pot; null: none. */
		readonly shadow_pot_id: string | null;
		/** Profit of that shadow pot, USD; null: none or unknown. */
		readonly shadow_profit: number | null;
		/** paused: no voluntary change; a low margin still reduces. stopping: closes everything. stopped: final. */
		readonly state: 'running' | 'paused' | 'stopping' | 'stopped';
		/** Why it does not run; null while it runs. */
		readonly state_reason: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the last change of state. ISO 8601, UTC. */
		readonly state_at: string;
		/** Time of the start. ISO 8601, UTC. */
		readonly created_at: string;
		/** Settings. */
		readonly settings: {
			/** Your name for the pot. */
			readonly name: string;
			/** Capital of the pot, USD. */
			readonly capital: number;
			/** Exchanges on which it may hold legs. */
			readonly exchanges: readonly string[];
			/** The only coins that it may open; null: all. */
			readonly coins: readonly string[] | null;
			/** Coins that it never opens. */
			readonly coins_denied: readonly string[];
			/** Notional of all legs over the capital in use. */
			readonly leverage: number;
			/** Largest share of the pot in one coin, a fraction. */
			readonly coin_share: number;
			/** Largest share of all legs at one exchange, a fraction; null: no limit. */
			readonly exchange_share: number | null;
			/** Most leg orders a UTC day. */
			readonly orders_per_day: number;
			/** Most USD traded a UTC day over both legs; null: no limit. */
			readonly turnover_per_day: number | null;
			/** Loss in percent of the capital at which the pot stops; null: never. */
			readonly drawdown_pct: number | null;
			/** Least expected net above cash for openings, percentage points a year. */
			readonly min_net_over_cash_pct: number;
			/** Whether a person confirms each change. */
			readonly mode: 'suggest' | 'act';
			/** Action of the pot at its drawdown stop. */
			readonly on_drawdown: 'close' | 'pause';
			/** UTC time of the daily decision, HH:MM. */
			readonly decide_at: string;
		};
		/** Capital and profit, USD; null: no current mark. */
		readonly equity: number | null;
		/** Profit since the start with open positions, USD; null: no current mark. */
		readonly profit: number | null;
		/** Loss from the highest profit since the pot last began to run, USD; null unless it runs or without a current mark. */
		readonly drawdown: number | null;
		/** Yield of the capital as cash since the start, USD. */
		readonly cash_profit: number;
		/** Why a decision that is due waits; null: none waits. */
		readonly waits: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the next daily decision; null unless the pot runs. ISO 8601, UTC. */
		readonly next_decision_at: string | null;
		/** Open executions of the pot. */
		readonly holdings: readonly {
			/** Id of the execution. */
			readonly execution_id: string;
			/** Coin. */
			readonly coin: string;
			/** Exchange of the long leg. */
			readonly long_exchange: string;
			/** Exchange of the short leg. */
			readonly short_exchange: string;
			/** Coins that both legs hold. */
			readonly quantity: number;
			/** Notional of one leg, USD; null: no current mark. */
			readonly notional: number | null;
			/** Profit so far with the open position, USD; null: no current mark. */
			readonly profit: number | null;
			/** True while it opens or closes. */
			readonly is_moving: boolean;
		}[];
		/** All executions of the pot, oldest first. */
		readonly execution_ids: readonly string[];
		/** Latest decisions, newest first. */
		readonly decisions: readonly {
			/** Id of the decision. */
			readonly decision_id: string;
			/** Pot that decided. */
			readonly pot_id: string;
			/** Time of the decision; it was stored before anything was sent. ISO 8601, UTC. */
			readonly at: string;
			/** Cause of the decision. */
			readonly trigger:
				| 'start'
				| 'daily'
				| 'changed'
				| 'delisting'
				| 'cap_print'
				| 'lost_leg'
				| 'margin_alarm'
				| 'adl'
				| 'drawdown'
				| 'stop';
			/** Exchange of the cause; null: none. */
			readonly trigger_exchange: string | null;
			/** Coin of the cause; null: none. */
			readonly trigger_coin: string | null;
			/** Openings are not made later; reductions never expire. ISO 8601, UTC. */
			readonly valid_until: string;
			/** The plan and what it knew; null for a stop and for a reduction of margin. */
			readonly plan: {
				/** Target of each leg. */
				readonly targets: readonly {
					/** Coin. */
					readonly coin: string;
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
					/** Target, USD; positive for long. */
					readonly notional: number;
				}[];
				/** Expected net on the capital, a fraction a year; null: unknown. */
				readonly net_on_capital: number | null;
				/** Yield of cash, a fraction a year. */
				readonly cash: number;
				/** Time of the market data. ISO 8601, UTC. */
				readonly data_at: string;
				/** Equity of the pot, USD; null: unknown. */
				readonly equity: number | null;
				/** Forecasts, prices and costs that the plan used. */
				readonly inputs: { readonly [name: string]: unknown };
				/** Notes on the plan. */
				readonly notes: readonly {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				}[];
			} | null;
			/** Changes in the order in which they are made. */
			readonly changes: readonly {
				/** Place in the decision, from 0; autopilot_confirm takes it. */
				readonly number: number;
				/** Kind of the change. roll: one leg moves to another exchange. */
				readonly kind: 'close' | 'reduce' | 'roll' | 'open' | 'enlarge';
				/** Coin. */
				readonly coin: string;
				/** Long leg after the change. */
				readonly long: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Short leg after the change. */
				readonly short: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Notional of one leg that opens, closes or moves, USD. */
				readonly notional: number;
				/** Gain that the plan expects in 30 days, USD; null: it does not depend on a forecast. */
				readonly gain: number | null;
				/** Expected cost, USD; null: unknown. */
				readonly cost: number | null;
				/** Highest cost at which the change is made, USD; null: any. */
				readonly cost_max: number | null;
				/** Why the plan wants it. */
				readonly explanation: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
				/** State of the change. suggested: it waits for you. begun and sent: it is in motion. */
				readonly state:
					| 'waiting'
					| 'suggested'
					| 'confirmed'
					| 'begun'
					| 'sent'
					| 'executed'
					| 'refused'
					| 'skipped'
					| 'declined'
					| 'expired';
				/** Execution that it opened, reduced or closed; null: none yet. */
				readonly execution_id: string | null;
				/** Token or agent that confirmed or declined it; null: none. */
				readonly by: string | null;
				/** Time of the state; null while waiting. ISO 8601, UTC. */
				readonly at: string | null;
				/** Error code of a refusal; null otherwise. */
				readonly code: string | null;
				/** How it ended, or why not; null: not ended. */
				readonly outcome: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				} | null;
			}[];
		}[];
		/** Equity over time, at most 400 samples. */
		readonly samples: readonly {
			/** Time of the sample. ISO 8601, UTC. */
			readonly at: string;
			/** Equity, USD. */
			readonly equity: number;
		}[];
	}[];
	/** Transfers between exchanges that the service requests, newest first, for a week after their end. The service never withdraws; you send the money, and it recognizes the arrival. */
	readonly planned_transfers: readonly {
		/** Id of the transfer. */
		readonly transfer_id: string;
		/** Exchange to transfer from. */
		readonly from: string;
		/** Exchange to transfer to. */
		readonly to: string;
		/** Amount to send, whole USD. */
		readonly amount: number;
		/** Time by which it should arrive; null: unknown. ISO 8601, UTC. */
		readonly by: string | null;
		/** alert: the margin is low. pot: an autopilot. plan: a plan of yours. */
		readonly asked_by: 'alert' | 'pot' | 'plan';
		/** The pot that asks; null: none. */
		readonly pot_id: string | null;
		/** Time since which the service requests it. ISO 8601, UTC. */
		readonly planned_at: string;
		/** planned: not seen yet. sent: under way. partly: a part has arrived, the rest was not sent. arrived: all of it. late: not in time. withdrawn: no longer wanted. */
		readonly state: 'planned' | 'sent' | 'partly' | 'arrived' | 'late' | 'withdrawn';
		/** Time of the last change of state. ISO 8601, UTC. */
		readonly changed_at: string;
		/** USD that have left one exchange and have not reached the other. */
		readonly under_way: number;
		/** USD that have arrived. */
		readonly arrived: number;
		/** Why the transfer is needed. */
		readonly message: string;
		/** Id and facts of the sentence, for another language. Absent: it has no translation. */
		readonly sentence?: {
			/** Stable id of the sentence, such as verdict.low_odds. */
			readonly id: string;
			/** Figures and words of the sentence. */
			readonly facts: { readonly [name: string]: unknown };
		};
		/** The consequence of not sending it. */
		readonly without: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		};
	}[];
};

/** Params of `autopilot_change`. */
export type AutopilotChangeParams = {
	/** Id from autopilot_status. 1 to 64 characters. */
	readonly pot_id: string;
	/** Your name for the pot. 1 to 64 characters. */
	readonly name?: string | undefined;
	/** Capital of the pot in USD. It never has more in use. Above 0, at most 1000000000. */
	readonly capital?: number | undefined;
	/** Exchanges on which the pot may hold legs; you need an account at each. 2 to 20 entries. */
	readonly exchanges?: readonly string[] | undefined;
	/** The only coins that the pot may open; null: all. */
	readonly coins?: readonly string[] | null | undefined;
	/** Coins that the pot never opens. At most 200 entries. */
	readonly coins_denied?: readonly string[] | undefined;
	/** Notional of all legs over the capital in use. A move of the market liquidates more at a higher one. At least 1, at most 3. */
	readonly leverage?: number | undefined;
	/** Largest share of the pot in one coin, a fraction. Above 0, at most 1. */
	readonly coin_share?: number | undefined;
	readonly exchange_share?: number | null | undefined;
	/** Most leg orders a UTC day; a change of both legs counts as two. Reductions are not limited. At least 0, at most 10000. */
	readonly orders_per_day?: number | undefined;
	readonly turnover_per_day?: number | null | undefined;
	readonly drawdown_pct?: number | null | undefined;
	/** Least expected net above cash for openings, in percentage points of the capital a year. Below 0, the pot accepts less than cash. At least -100, at most 1000. */
	readonly min_net_over_cash_pct?: number | undefined;
	/** suggest: a person confirms each change. act: the service makes the changes by itself. */
	readonly mode?: 'suggest' | 'act' | undefined;
	/** Action of the pot at its drawdown stop. */
	readonly on_drawdown?: 'close' | 'pause' | undefined;
	/** UTC time of the daily decision, HH:MM. Choose one that lies after a settlement. */
	readonly decide_at?: string | undefined;
	/** Confirmation of real orders: exactly the exchanges of the pot. Only live mode needs it. At most 20 entries. */
	readonly confirm_live?: readonly string[] | undefined;
};

/** Result of `autopilot_change`. */
export type AutopilotChangeResult = {
	readonly success: true;
	/** The pot after the call. */
	readonly pot: {
		/** Id of the pot. */
		readonly pot_id: string;
		/** Agent that started it; null: you did. */
		readonly agent_id: string | null;
		/** live: trades on your accounts. shadow: makes the same decisions on paper accounts of its own. */
		readonly kind: 'live' | 'shadow';
		/** Pot beside which this shadow pot runs; null: none. */
		readonly shadow_of: string | null;
		/** Shadow pot beside this pot; null: none. */
		readonly shadow_pot_id: string | null;
		/** Profit of that shadow pot, USD; null: none or unknown. */
		readonly shadow_profit: number | null;
		/** paused: no voluntary change; a low margin still reduces. stopping: closes everything. stopped: final. */
		readonly state: 'running' | 'paused' | 'stopping' | 'stopped';
		/** Why it does not run; null while it runs. */
		readonly state_reason: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the last change of state. ISO 8601, UTC. */
		readonly state_at: string;
		/** Time of the start. ISO 8601, UTC. */
		readonly created_at: string;
		/** Settings. */
		readonly settings: {
			/** Your name for the pot. */
			readonly name: string;
			/** Capital of the pot, USD. */
			readonly capital: number;
			/** Exchanges on which it may hold legs. */
			readonly exchanges: readonly string[];
			/** The only coins that it may open; null: all. */
			readonly coins: readonly string[] | null;
			/** Coins that it never opens. */
			readonly coins_denied: readonly string[];
			/** Notional of all legs over the capital in use. */
			readonly leverage: number;
			/** Largest share of the pot in one coin, a fraction. */
			readonly coin_share: number;
			/** Largest share of all legs at one exchange, a fraction; null: no limit. */
			readonly exchange_share: number | null;
			/** Most leg orders a UTC day. */
			readonly orders_per_day: number;
			/** Most USD traded a UTC day over both legs; null: no limit. */
			readonly turnover_per_day: number | null;
			/** Loss in percent of the capital at which the pot stops; null: never. */
			readonly drawdown_pct: number | null;
			/** Least expected net above cash for openings, percentage points a year. */
			readonly min_net_over_cash_pct: number;
			/** Whether a person confirms each change. */
			readonly mode: 'suggest' | 'act';
			/** Action of the pot at its drawdown stop. */
			readonly on_drawdown: 'close' | 'pause';
			/** UTC time of the daily decision, HH:MM. */
			readonly decide_at: string;
		};
		/** Capital and profit, USD; null: no current mark. */
		readonly equity: number | null;
		/** Profit since the start with open positions, USD; null: no current mark. */
		readonly profit: number | null;
		/** Loss from the highest profit since the pot last began to run, USD; null unless it runs or without a current mark. */
		readonly drawdown: number | null;
		/** Yield of the capital as cash since the start, USD. */
		readonly cash_profit: number;
		/** Why a decision that is due waits; null: none waits. */
		readonly waits: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the next daily decision; null unless the pot runs. ISO 8601, UTC. */
		readonly next_decision_at: string | null;
		/** Open executions of the pot. */
		readonly holdings: readonly {
			/** Id of the execution. */
			readonly execution_id: string;
			/** Coin. */
			readonly coin: string;
			/** Exchange of the long leg. */
			readonly long_exchange: string;
			/** Exchange of the short leg. */
			readonly short_exchange: string;
			/** Coins that both legs hold. */
			readonly quantity: number;
			/** Notional of one leg, USD; null: no current mark. */
			readonly notional: number | null;
			/** Profit so far with the open position, USD; null: no current mark. */
			readonly profit: number | null;
			/** True while it opens or closes. */
			readonly is_moving: boolean;
		}[];
		/** All executions of the pot, oldest first. */
		readonly execution_ids: readonly string[];
		/** Latest decisions, newest first. */
		readonly decisions: readonly {
			/** Id of the decision. */
			readonly decision_id: string;
			/** Pot that decided. */
			readonly pot_id: string;
			/** Time of the decision; it was stored before anything was sent. ISO 8601, UTC. */
			readonly at: string;
			/** Cause of the decision. */
			readonly trigger:
				| 'start'
				| 'daily'
				| 'changed'
				| 'delisting'
				| 'cap_print'
				| 'lost_leg'
				| 'margin_alarm'
				| 'adl'
				| 'drawdown'
				| 'stop';
			/** Exchange of the cause; null: none. */
			readonly trigger_exchange: string | null;
			/** Coin of the cause; null: none. */
			readonly trigger_coin: string | null;
			/** Openings are not made later; reductions never expire. ISO 8601, UTC. */
			readonly valid_until: string;
			/** The plan and what it knew; null for a stop and for a reduction of margin. */
			readonly plan: {
				/** Target of each leg. */
				readonly targets: readonly {
					/** Coin. */
					readonly coin: string;
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
					/** Target, USD; positive for long. */
					readonly notional: number;
				}[];
				/** Expected net on the capital, a fraction a year; null: unknown. */
				readonly net_on_capital: number | null;
				/** Yield of cash, a fraction a year. */
				readonly cash: number;
				/** Time of the market data. ISO 8601, UTC. */
				readonly data_at: string;
				/** Equity of the pot, USD; null: unknown. */
				readonly equity: number | null;
				/** Forecasts, prices and costs that the plan used. */
				readonly inputs: { readonly [name: string]: unknown };
				/** Notes on the plan. */
				readonly notes: readonly {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				}[];
			} | null;
			/** Changes in the order in which they are made. */
			readonly changes: readonly {
				/** Place in the decision, from 0; autopilot_confirm takes it. */
				readonly number: number;
				/** Kind of the change. roll: one leg moves to another exchange. */
				readonly kind: 'close' | 'reduce' | 'roll' | 'open' | 'enlarge';
				/** Coin. */
				readonly coin: string;
				/** Long leg after the change. */
				readonly long: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Short leg after the change. */
				readonly short: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Notional of one leg that opens, closes or moves, USD. */
				readonly notional: number;
				/** Gain that the plan expects in 30 days, USD; null: it does not depend on a forecast. */
				readonly gain: number | null;
				/** Expected cost, USD; null: unknown. */
				readonly cost: number | null;
				/** Highest cost at which the change is made, USD; null: any. */
				readonly cost_max: number | null;
				/** Why the plan wants it. */
				readonly explanation: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
				/** State of the change. suggested: it waits for you. begun and sent: it is in motion. */
				readonly state:
					| 'waiting'
					| 'suggested'
					| 'confirmed'
					| 'begun'
					| 'sent'
					| 'executed'
					| 'refused'
					| 'skipped'
					| 'declined'
					| 'expired';
				/** Execution that it opened, reduced or closed; null: none yet. */
				readonly execution_id: string | null;
				/** Token or agent that confirmed or declined it; null: none. */
				readonly by: string | null;
				/** Time of the state; null while waiting. ISO 8601, UTC. */
				readonly at: string | null;
				/** Error code of a refusal; null otherwise. */
				readonly code: string | null;
				/** How it ended, or why not; null: not ended. */
				readonly outcome: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				} | null;
			}[];
		}[];
		/** Equity over time, at most 400 samples. */
		readonly samples: readonly {
			/** Time of the sample. ISO 8601, UTC. */
			readonly at: string;
			/** Equity, USD. */
			readonly equity: number;
		}[];
	};
};

/** Params of `autopilot_pause`. */
export type AutopilotPauseParams = {
	/** Id from autopilot_status. 1 to 64 characters. */
	readonly pot_id: string;
	/** False: resume the pot. Default true. */
	readonly paused?: boolean | undefined;
};

/** Result of `autopilot_pause`. */
export type AutopilotPauseResult = {
	readonly success: true;
	/** The pot after the call. */
	readonly pot: {
		/** Id of the pot. */
		readonly pot_id: string;
		/** Agent that started it; null: you did. */
		readonly agent_id: string | null;
		/** live: trades on your accounts. shadow: makes the same decisions on paper accounts of its own. */
		readonly kind: 'live' | 'shadow';
		/** Pot beside which this shadow pot runs; null: none. */
		readonly shadow_of: string | null;
		/** Shadow pot beside this pot; null: none. */
		readonly shadow_pot_id: string | null;
		/** Profit of that shadow pot, USD; null: none or unknown. */
		readonly shadow_profit: number | null;
		/** paused: no voluntary change; a low margin still reduces. stopping: closes everything. stopped: final. */
		readonly state: 'running' | 'paused' | 'stopping' | 'stopped';
		/** Why it does not run; null while it runs. */
		readonly state_reason: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the last change of state. ISO 8601, UTC. */
		readonly state_at: string;
		/** Time of the start. ISO 8601, UTC. */
		readonly created_at: string;
		/** Settings. */
		readonly settings: {
			/** Your name for the pot. */
			readonly name: string;
			/** Capital of the pot, USD. */
			readonly capital: number;
			/** Exchanges on which it may hold legs. */
			readonly exchanges: readonly string[];
			/** The only coins that it may open; null: all. */
			readonly coins: readonly string[] | null;
			/** Coins that it never opens. */
			readonly coins_denied: readonly string[];
			/** Notional of all legs over the capital in use. */
			readonly leverage: number;
			/** Largest share of the pot in one coin, a fraction. */
			readonly coin_share: number;
			/** Largest share of all legs at one exchange, a fraction; null: no limit. */
			readonly exchange_share: number | null;
			/** Most leg orders a UTC day. */
			readonly orders_per_day: number;
			/** Most USD traded a UTC day over both legs; null: no limit. */
			readonly turnover_per_day: number | null;
			/** Loss in percent of the capital at which the pot stops; null: never. */
			readonly drawdown_pct: number | null;
			/** Least expected net above cash for openings, percentage points a year. */
			readonly min_net_over_cash_pct: number;
			/** Whether a person confirms each change. */
			readonly mode: 'suggest' | 'act';
			/** Action of the pot at its drawdown stop. */
			readonly on_drawdown: 'close' | 'pause';
			/** UTC time of the daily decision, HH:MM. */
			readonly decide_at: string;
		};
		/** Capital and profit, USD; null: no current mark. */
		readonly equity: number | null;
		/** Profit since the start with open positions, USD; null: no current mark. */
		readonly profit: number | null;
		/** Loss from the highest profit since the pot last began to run, USD; null unless it runs or without a current mark. */
		readonly drawdown: number | null;
		/** Yield of the capital as cash since the start, USD. */
		readonly cash_profit: number;
		/** Why a decision that is due waits; null: none waits. */
		readonly waits: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the next daily decision; null unless the pot runs. ISO 8601, UTC. */
		readonly next_decision_at: string | null;
		/** Open executions of the pot. */
		readonly holdings: readonly {
			/** Id of the execution. */
			readonly execution_id: string;
			/** Coin. */
			readonly coin: string;
			/** Exchange of the long leg. */
			readonly long_exchange: string;
			/** Exchange of the short leg. */
			readonly short_exchange: string;
			/** Coins that both legs hold. */
			readonly quantity: number;
			/** Notional of one leg, USD; null: no current mark. */
			readonly notional: number | null;
			/** Profit so far with the open position, USD; null: no current mark. */
			readonly profit: number | null;
			/** True while it opens or closes. */
			readonly is_moving: boolean;
		}[];
		/** All executions of the pot, oldest first. */
		readonly execution_ids: readonly string[];
		/** Latest decisions, newest first. */
		readonly decisions: readonly {
			/** Id of the decision. */
			readonly decision_id: string;
			/** Pot that decided. */
			readonly pot_id: string;
			/** Time of the decision; it was stored before anything was sent. ISO 8601, UTC. */
			readonly at: string;
			/** Cause of the decision. */
			readonly trigger:
				| 'start'
				| 'daily'
				| 'changed'
				| 'delisting'
				| 'cap_print'
				| 'lost_leg'
				| 'margin_alarm'
				| 'adl'
				| 'drawdown'
				| 'stop';
			/** Exchange of the cause; null: none. */
			readonly trigger_exchange: string | null;
			/** Coin of the cause; null: none. */
			readonly trigger_coin: string | null;
			/** Openings are not made later; reductions never expire. ISO 8601, UTC. */
			readonly valid_until: string;
			/** The plan and what it knew; null for a stop and for a reduction of margin. */
			readonly plan: {
				/** Target of each leg. */
				readonly targets: readonly {
					/** Coin. */
					readonly coin: string;
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
					/** Target, USD; positive for long. */
					readonly notional: number;
				}[];
				/** Expected net on the capital, a fraction a year; null: unknown. */
				readonly net_on_capital: number | null;
				/** Yield of cash, a fraction a year. */
				readonly cash: number;
				/** Time of the market data. ISO 8601, UTC. */
				readonly data_at: string;
				/** Equity of the pot, USD; null: unknown. */
				readonly equity: number | null;
				/** Forecasts, prices and costs that the plan used. */
				readonly inputs: { readonly [name: string]: unknown };
				/** Notes on the plan. */
				readonly notes: readonly {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				}[];
			} | null;
			/** Changes in the order in which they are made. */
			readonly changes: readonly {
				/** Place in the decision, from 0; autopilot_confirm takes it. */
				readonly number: number;
				/** Kind of the change. roll: one leg moves to another exchange. */
				readonly kind: 'close' | 'reduce' | 'roll' | 'open' | 'enlarge';
				/** Coin. */
				readonly coin: string;
				/** Long leg after the change. */
				readonly long: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Short leg after the change. */
				readonly short: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Notional of one leg that opens, closes or moves, USD. */
				readonly notional: number;
				/** Gain that the plan expects in 30 days, USD; null: it does not depend on a forecast. */
				readonly gain: number | null;
				/** Expected cost, USD; null: unknown. */
				readonly cost: number | null;
				/** Highest cost at which the change is made, USD; null: any. */
				readonly cost_max: number | null;
				/** Why the plan wants it. */
				readonly explanation: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
				/** State of the change. suggested: it waits for you. begun and sent: it is in motion. */
				readonly state:
					| 'waiting'
					| 'suggested'
					| 'confirmed'
					| 'begun'
					| 'sent'
					| 'executed'
					| 'refused'
					| 'skipped'
					| 'declined'
					| 'expired';
				/** Execution that it opened, reduced or closed; null: none yet. */
				readonly execution_id: string | null;
				/** Token or agent that confirmed or declined it; null: none. */
				readonly by: string | null;
				/** Time of the state; null while waiting. ISO 8601, UTC. */
				readonly at: string | null;
				/** Error code of a refusal; null otherwise. */
				readonly code: string | null;
				/** How it ended, or why not; null: not ended. */
				readonly outcome: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				} | null;
			}[];
		}[];
		/** Equity over time, at most 400 samples. */
		readonly samples: readonly {
			/** Time of the sample. ISO 8601, UTC. */
			readonly at: string;
			/** Equity, USD. */
			readonly equity: number;
		}[];
	};
};

/** Params of `autopilot_confirm`. */
export type AutopilotConfirmParams = {
	/** Id of a decision from autopilot_status. 1 to 64 characters. */
	readonly decision_id: string;
	/** Numbers of the changes. Default: all that are suggested. 1 to 500 entries. */
	readonly changes?: readonly number[] | undefined;
};

/** Result of `autopilot_confirm`. */
export type AutopilotConfirmResult = {
	readonly success: true;
	/** The decision after the answer. */
	readonly decision: {
		/** Id of the decision. */
		readonly decision_id: string;
		/** Pot that decided. */
		readonly pot_id: string;
		/** Time of the decision; it was stored before anything was sent. ISO 8601, UTC. */
		readonly at: string;
		/** Cause of the decision. */
		readonly trigger:
			| 'start'
			| 'daily'
			| 'changed'
			| 'delisting'
			| 'cap_print'
			| 'lost_leg'
			| 'margin_alarm'
			| 'adl'
			| 'drawdown'
			| 'stop';
		/** Exchange of the cause; null: none. */
		readonly trigger_exchange: string | null;
		/** Coin of the cause; null: none. */
		readonly trigger_coin: string | null;
		/** Openings are not made later; reductions never expire. ISO 8601, UTC. */
		readonly valid_until: string;
		/** The plan and what it knew; null for a stop and for a reduction of margin. */
		readonly plan: {
			/** Target of each leg. */
			readonly targets: readonly {
				/** Coin. */
				readonly coin: string;
				/** Exchange. */
				readonly exchange: string;
				/** The exchange's symbol of the contract. */
				readonly symbol: string;
				/** Target, USD; positive for long. */
				readonly notional: number;
			}[];
			/** Expected net on the capital, a fraction a year; null: unknown. */
			readonly net_on_capital: number | null;
			/** Yield of cash, a fraction a year. */
			readonly cash: number;
			/** Time of the market data. ISO 8601, UTC. */
			readonly data_at: string;
			/** Equity of the pot, USD; null: unknown. */
			readonly equity: number | null;
			/** Forecasts, prices and costs that the plan used. */
			readonly inputs: { readonly [name: string]: unknown };
			/** Notes on the plan. */
			readonly notes: readonly {
				/** Sentence for people. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			}[];
		} | null;
		/** Changes in the order in which they are made. */
		readonly changes: readonly {
			/** Place in the decision, from 0; autopilot_confirm takes it. */
			readonly number: number;
			/** Kind of the change. roll: one leg moves to another exchange. */
			readonly kind: 'close' | 'reduce' | 'roll' | 'open' | 'enlarge';
			/** Coin. */
			readonly coin: string;
			/** Long leg after the change. */
			readonly long: {
				/** Exchange. */
				readonly exchange: string;
				/** The exchange's symbol of the contract. */
				readonly symbol: string;
			};
			/** Short leg after the change. */
			readonly short: {
				/** Exchange. */
				readonly exchange: string;
				/** The exchange's symbol of the contract. */
				readonly symbol: string;
			};
			/** Notional of one leg that opens, closes or moves, USD. */
			readonly notional: number;
			/** Gain that the plan expects in 30 days, USD; null: it does not depend on a forecast. */
			readonly gain: number | null;
			/** Expected cost, USD; null: unknown. */
			readonly cost: number | null;
			/** Highest cost at which the change is made, USD; null: any. */
			readonly cost_max: number | null;
			/** Why the plan wants it. */
			readonly explanation: {
				/** Sentence for people. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			};
			/** State of the change. suggested: it waits for you. begun and sent: it is in motion. */
			readonly state:
				| 'waiting'
				| 'suggested'
				| 'confirmed'
				| 'begun'
				| 'sent'
				| 'executed'
				| 'refused'
				| 'skipped'
				| 'declined'
				| 'expired';
			/** Execution that it opened, reduced or closed; null: none yet. */
			readonly execution_id: string | null;
			/** Token or agent that confirmed or declined it; null: none. */
			readonly by: string | null;
			/** Time of the state; null while waiting. ISO 8601, UTC. */
			readonly at: string | null;
			/** Error code of a refusal; null otherwise. */
			readonly code: string | null;
			/** How it ended, or why not; null: not ended. */
			readonly outcome: {
				/** Sentence for people. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			} | null;
		}[];
	};
};

/** Params of `autopilot_decline`. */
export type AutopilotDeclineParams = {
	/** Id of a decision from autopilot_status. 1 to 64 characters. */
	readonly decision_id: string;
	/** Numbers of the changes. Default: all that are suggested. 1 to 500 entries. */
	readonly changes?: readonly number[] | undefined;
};

/** Result of `autopilot_decline`. */
export type AutopilotDeclineResult = {
	readonly success: true;
	/** The decision after the answer. */
	readonly decision: {
		/** Id of the decision. */
		readonly decision_id: string;
		/** Pot that decided. */
		readonly pot_id: string;
		/** Time of the decision; it was stored before anything was sent. ISO 8601, UTC. */
		readonly at: string;
		/** Cause of the decision. */
		readonly trigger:
			| 'start'
			| 'daily'
			| 'changed'
			| 'delisting'
			| 'cap_print'
			| 'lost_leg'
			| 'margin_alarm'
			| 'adl'
			| 'drawdown'
			| 'stop';
		/** Exchange of the cause; null: none. */
		readonly trigger_exchange: string | null;
		/** Coin of the cause; null: none. */
		readonly trigger_coin: string | null;
		/** Openings are not made later; reductions never expire. ISO 8601, UTC. */
		readonly valid_until: string;
		/** The plan and what it knew; null for a stop and for a reduction of margin. */
		readonly plan: {
			/** Target of each leg. */
			readonly targets: readonly {
				/** Coin. */
				readonly coin: string;
				/** Exchange. */
				readonly exchange: string;
				/** The exchange's symbol of the contract. */
				readonly symbol: string;
				/** Target, USD; positive for long. */
				readonly notional: number;
			}[];
			/** Expected net on the capital, a fraction a year; null: unknown. */
			readonly net_on_capital: number | null;
			/** Yield of cash, a fraction a year. */
			readonly cash: number;
			/** Time of the market data. ISO 8601, UTC. */
			readonly data_at: string;
			/** Equity of the pot, USD; null: unknown. */
			readonly equity: number | null;
			/** Forecasts, prices and costs that the plan used. */
			readonly inputs: { readonly [name: string]: unknown };
			/** Notes on the plan. */
			readonly notes: readonly {
				/** Sentence for people. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			}[];
		} | null;
		/** Changes in the order in which they are made. */
		readonly changes: readonly {
			/** Place in the decision, from 0; autopilot_confirm takes it. */
			readonly number: number;
			/** Kind of the change. roll: one leg moves to another exchange. */
			readonly kind: 'close' | 'reduce' | 'roll' | 'open' | 'enlarge';
			/** Coin. */
			readonly coin: string;
			/** Long leg after the change. */
			readonly long: {
				/** Exchange. */
				readonly exchange: string;
				/** The exchange's symbol of the contract. */
				readonly symbol: string;
			};
			/** Short leg after the change. */
			readonly short: {
				/** Exchange. */
				readonly exchange: string;
				/** The exchange's symbol of the contract. */
				readonly symbol: string;
			};
			/** Notional of one leg that opens, closes or moves, USD. */
			readonly notional: number;
			/** Gain that the plan expects in 30 days, USD; null: it does not depend on a forecast. */
			readonly gain: number | null;
			/** Expected cost, USD; null: unknown. */
			readonly cost: number | null;
			/** Highest cost at which the change is made, USD; null: any. */
			readonly cost_max: number | null;
			/** Why the plan wants it. */
			readonly explanation: {
				/** Sentence for people. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			};
			/** State of the change. suggested: it waits for you. begun and sent: it is in motion. */
			readonly state:
				| 'waiting'
				| 'suggested'
				| 'confirmed'
				| 'begun'
				| 'sent'
				| 'executed'
				| 'refused'
				| 'skipped'
				| 'declined'
				| 'expired';
			/** Execution that it opened, reduced or closed; null: none yet. */
			readonly execution_id: string | null;
			/** Token or agent that confirmed or declined it; null: none. */
			readonly by: string | null;
			/** Time of the state; null while waiting. ISO 8601, UTC. */
			readonly at: string | null;
			/** Error code of a refusal; null otherwise. */
			readonly code: string | null;
			/** How it ended, or why not; null: not ended. */
			readonly outcome: {
				/** Sentence for people. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			} | null;
		}[];
	};
};

/** Params of `autopilot_stop`. */
export type AutopilotStopParams = {
	/** Id from autopilot_status. 1 to 64 characters. */
	readonly pot_id: string;
	/** True: close all positions of the pot at market prices. Default false. */
	readonly close?: boolean | undefined;
};

/** Result of `autopilot_stop`. */
export type AutopilotStopResult = {
	readonly success: true;
	/** The pot after the call. */
	readonly pot: {
		/** Id of the pot. */
		readonly pot_id: string;
		/** Agent that started it; null: you did. */
		readonly agent_id: string | null;
		/** live: trades on your accounts. shadow: makes the same decisions on paper accounts of its own. */
		readonly kind: 'live' | 'shadow';
		/** Pot beside which this shadow pot runs; null: none. */
		readonly shadow_of: string | null;
		/** Shadow pot beside this pot; null: none. */
		readonly shadow_pot_id: string | null;
		/** Profit of that shadow pot, USD; null: none or unknown. */
		readonly shadow_profit: number | null;
		/** paused: no voluntary change; a low margin still reduces. stopping: closes everything. stopped: final. */
		readonly state: 'running' | 'paused' | 'stopping' | 'stopped';
		/** Why it does not run; null while it runs. */
		readonly state_reason: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the last change of state. ISO 8601, UTC. */
		readonly state_at: string;
		/** Time of the start. ISO 8601, UTC. */
		readonly created_at: string;
		/** Settings. */
		readonly settings: {
			/** Your name for the pot. */
			readonly name: string;
			/** Capital of the pot, USD. */
			readonly capital: number;
			/** Exchanges on which it may hold legs. */
			readonly exchanges: readonly string[];
			/** The only coins that it may open; null: all. */
			readonly coins: readonly string[] | null;
			/** Coins that it never opens. */
			readonly coins_denied: readonly string[];
			/** Notional of all legs over the capital in use. */
			readonly leverage: number;
			/** Largest share of the pot in one coin, a fraction. */
			readonly coin_share: number;
			/** Largest share of all legs at one exchange, a fraction; null: no limit. */
			readonly exchange_share: number | null;
			/** Most leg orders a UTC day. */
			readonly orders_per_day: number;
			/** Most USD traded a UTC day over both legs; null: no limit. */
			readonly turnover_per_day: number | null;
			/** Loss in percent of the capital at which the pot stops; null: never. */
			readonly drawdown_pct: number | null;
			/** Least expected net above cash for openings, percentage points a year. */
			readonly min_net_over_cash_pct: number;
			/** Whether a person confirms each change. */
			readonly mode: 'suggest' | 'act';
			/** Action of the pot at its drawdown stop. */
			readonly on_drawdown: 'close' | 'pause';
			/** UTC time of the daily decision, HH:MM. */
			readonly decide_at: string;
		};
		/** Capital and profit, USD; null: no current mark. */
		readonly equity: number | null;
		/** Profit since the start with open positions, USD; null: no current mark. */
		readonly profit: number | null;
		/** Loss from the highest profit since the pot last began to run, USD; null unless it runs or without a current mark. */
		readonly drawdown: number | null;
		/** Yield of the capital as cash since the start, USD. */
		readonly cash_profit: number;
		/** Why a decision that is due waits; null: none waits. */
		readonly waits: {
			/** Sentence for people. */
			readonly message: string;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
		} | null;
		/** Time of the next daily decision; null unless the pot runs. ISO 8601, UTC. */
		readonly next_decision_at: string | null;
		/** Open executions of the pot. */
		readonly holdings: readonly {
			/** Id of the execution. */
			readonly execution_id: string;
			/** Coin. */
			readonly coin: string;
			/** Exchange of the long leg. */
			readonly long_exchange: string;
			/** Exchange of the short leg. */
			readonly short_exchange: string;
			/** Coins that both legs hold. */
			readonly quantity: number;
			/** Notional of one leg, USD; null: no current mark. */
			readonly notional: number | null;
			/** Profit so far with the open position, USD; null: no current mark. */
			readonly profit: number | null;
			/** True while it opens or closes. */
			readonly is_moving: boolean;
		}[];
		/** All executions of the pot, oldest first. */
		readonly execution_ids: readonly string[];
		/** Latest decisions, newest first. */
		readonly decisions: readonly {
			/** Id of the decision. */
			readonly decision_id: string;
			/** Pot that decided. */
			readonly pot_id: string;
			/** Time of the decision; it was stored before anything was sent. ISO 8601, UTC. */
			readonly at: string;
			/** Cause of the decision. */
			readonly trigger:
				| 'start'
				| 'daily'
				| 'changed'
				| 'delisting'
				| 'cap_print'
				| 'lost_leg'
				| 'margin_alarm'
				| 'adl'
				| 'drawdown'
				| 'stop';
			/** Exchange of the cause; null: none. */
			readonly trigger_exchange: string | null;
			/** Coin of the cause; null: none. */
			readonly trigger_coin: string | null;
			/** Openings are not made later; reductions never expire. ISO 8601, UTC. */
			readonly valid_until: string;
			/** The plan and what it knew; null for a stop and for a reduction of margin. */
			readonly plan: {
				/** Target of each leg. */
				readonly targets: readonly {
					/** Coin. */
					readonly coin: string;
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
					/** Target, USD; positive for long. */
					readonly notional: number;
				}[];
				/** Expected net on the capital, a fraction a year; null: unknown. */
				readonly net_on_capital: number | null;
				/** Yield of cash, a fraction a year. */
				readonly cash: number;
				/** Time of the market data. ISO 8601, UTC. */
				readonly data_at: string;
				/** Equity of the pot, USD; null: unknown. */
				readonly equity: number | null;
				/** Forecasts, prices and costs that the plan used. */
				readonly inputs: { readonly [name: string]: unknown };
				/** Notes on the plan. */
				readonly notes: readonly {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				}[];
			} | null;
			/** Changes in the order in which they are made. */
			readonly changes: readonly {
				/** Place in the decision, from 0; autopilot_confirm takes it. */
				readonly number: number;
				/** Kind of the change. roll: one leg moves to another exchange. */
				readonly kind: 'close' | 'reduce' | 'roll' | 'open' | 'enlarge';
				/** Coin. */
				readonly coin: string;
				/** Long leg after the change. */
				readonly long: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Short leg after the change. */
				readonly short: {
					/** Exchange. */
					readonly exchange: string;
					/** The exchange's symbol of the contract. */
					readonly symbol: string;
				};
				/** Notional of one leg that opens, closes or moves, USD. */
				readonly notional: number;
				/** Gain that the plan expects in 30 days, USD; null: it does not depend on a forecast. */
				readonly gain: number | null;
				/** Expected cost, USD; null: unknown. */
				readonly cost: number | null;
				/** Highest cost at which the change is made, USD; null: any. */
				readonly cost_max: number | null;
				/** Why the plan wants it. */
				readonly explanation: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
				/** State of the change. suggested: it waits for you. begun and sent: it is in motion. */
				readonly state:
					| 'waiting'
					| 'suggested'
					| 'confirmed'
					| 'begun'
					| 'sent'
					| 'executed'
					| 'refused'
					| 'skipped'
					| 'declined'
					| 'expired';
				/** Execution that it opened, reduced or closed; null: none yet. */
				readonly execution_id: string | null;
				/** Token or agent that confirmed or declined it; null: none. */
				readonly by: string | null;
				/** Time of the state; null while waiting. ISO 8601, UTC. */
				readonly at: string | null;
				/** Error code of a refusal; null otherwise. */
				readonly code: string | null;
				/** How it ended, or why not; null: not ended. */
				readonly outcome: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				} | null;
			}[];
		}[];
		/** Equity over time, at most 400 samples. */
		readonly samples: readonly {
			/** Time of the sample. ISO 8601, UTC. */
			readonly at: string;
			/** Equity, USD. */
			readonly equity: number;
		}[];
	};
};

/** Params of `rpc.discover`. */
export type RpcDiscoverParams = { readonly [name: string]: never };

/** Result of `rpc.discover`. */
export type RpcDiscoverResult = {
	/** Version of the OpenRPC specification. */
	readonly openrpc: string;
	/** Service that is described. */
	readonly info: {
		/** Name of the service. */
		readonly title: string;
		/** Semantic version of the service. */
		readonly version: string;
	};
	/** Endpoints of the service. */
	readonly servers: readonly {
		/** Address of the endpoint. */
		readonly url: string;
	}[];
	/** One entry per method: its parameters, result, errors and examples. */
	readonly methods: readonly {
		/** Name of the method. */
		readonly name: string;
	}[];
	/** Schemas of records, errors and tags that methods refer to. */
	readonly components: { readonly [name: string]: never };
};

/** Methods by name. */
export type Methods = {
	/**
	 * Checks that the service answers, and returns its version.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 */
	readonly test: { readonly params: TestParams; readonly result: TestResult };
	/**
	 * Reads the state of the service and its exchanges: mode, readiness, data age, feeds, requests, limits, executions of all users, store. Totals for all users need a token while server.publicFigures is off.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 */
	readonly service_status: { readonly params: ServiceStatusParams; readonly result: ServiceStatusResult };
	/**
	 * Lists every unordered pair of configured exchanges.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 */
	readonly exchange_pair: { readonly params: ExchangePairParams; readonly result: ExchangePairResult };
	/**
	 * Lists opportunities, best first by the sort key. Each has its expected net after all costs, at its best horizon or at yours.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Error codes: UNKNOWN_EXCHANGE_PAIR.
	 */
	readonly get_opportunities: {
		readonly params: GetOpportunitiesParams;
		readonly result: GetOpportunitiesResult;
	};
	/**
	 * Explains one opportunity: its settlements, history, order books and costs by size.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Error codes: UNKNOWN_OPPORTUNITY, OPPORTUNITY_EXPIRED, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED.
	 */
	readonly opportunity_detail: {
		readonly params: OpportunityDetailParams;
		readonly result: OpportunityDetailResult;
	};
	/**
	 * Returns past series of one opportunity: settled funding, cumulative carry, price basis, and forecasts compared with received funding.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Error codes: UNKNOWN_OPPORTUNITY, OPPORTUNITY_EXPIRED.
	 */
	readonly opportunity_history: {
		readonly params: OpportunityHistoryParams;
		readonly result: OpportunityHistoryResult;
	};
	/**
	 * Returns the mean spread of settled funding on each of the last 30 days, for up to 100 opportunities.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 */
	readonly get_daily_spreads: {
		readonly params: GetDailySpreadsParams;
		readonly result: GetDailySpreadsResult;
	};
	/**
	 * Lists opportunity lifetimes, newest first, with first and last sighting, best figures and how each ended.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Error codes: UNKNOWN_EXCHANGE_PAIR.
	 */
	readonly get_opportunity_lives: {
		readonly params: GetOpportunityLivesParams;
		readonly result: GetOpportunityLivesResult;
	};
	/**
	 * Shows the current funding rate of every coin at every exchange, per 8 hours and per year, with the widest spread of each coin. Includes data-only exchanges.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 */
	readonly funding_map: { readonly params: FundingMapParams; readonly result: FundingMapResult };
	/**
	 * Shows the settled funding rates of one coin at all exchanges, per 8 hours, with the mean and the covered share of the range.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Error codes: UNKNOWN_SYMBOL.
	 */
	readonly funding_history: { readonly params: FundingHistoryParams; readonly result: FundingHistoryResult };
	/**
	 * Plans your whole portfolio: which coins to hold, at which exchanges and how much, with the changes from what you hold now, their gains and costs, the result compared with cash, and the margin under price moves. Sends nothing.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_SYMBOL, UNKNOWN_EXECUTION, PLAN_CONTRADICTION, PLAN_UNAVAILABLE.
	 */
	readonly plan_portfolio: { readonly params: PlanPortfolioParams; readonly result: PlanPortfolioResult };
	/**
	 * Opens both legs of an opportunity, or previews the opening.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_OPPORTUNITY, UNKNOWN_PREVIEW, PREVIEW_MISMATCH, OPPORTUNITY_EXPIRED, EDGE_GONE, NO_TRADE, MODE_NOT_AVAILABLE, EXIT_RULE_CONFLICT, QUOTE_STALE, PRICE_COLLAR, OPPORTUNITY_GUARDED, PAIR_INACTIVE, EXCHANGE_NOT_TRADED, EXCHANGE_NOT_CONNECTED, SELF_CHECK_NOT_PASSED, STREAM_SILENT, INSUFFICIENT_MARGIN, BELOW_MIN_NOTIONAL, INSUFFICIENT_DEPTH, POSITION_CONFLICT, CLOSE_REFUSED, LEVERAGE_REFUSED, PREVIEW_EXCEEDED, QUOTE_DEPEG, RISK_LIMIT, TRADING_HALTED, AGENT_NOT_ALLOWED, IDEMPOTENCY_CONFLICT, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, STORE_UNAVAILABLE.
	 */
	readonly execute_opportunity: {
		readonly params: ExecuteOpportunityParams;
		readonly result: ExecuteOpportunityResult;
	};
	/**
	 * Reads your executions with positions, profit, funding and risk, your exchange accounts, and the active kill switches.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_EXECUTION.
	 */
	readonly portfolio_live: { readonly params: PortfolioLiveParams; readonly result: PortfolioLiveResult };
	/**
	 * Alias of portfolio_live for programs that use this name.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_EXECUTION.
	 */
	readonly portfolio_live_v2: {
		readonly params: PortfolioLiveV2Params;
		readonly result: PortfolioLiveV2Result;
	};
	/**
	 * Closes both legs of a queued, opening or running execution, or a share of a running one, and waits up to 20 s until they are flat. With preview, only shows the expected result.
	 *
	 * Scope: `arb:trade`. Answers within 25 s. Trades.
	 * Error codes: UNKNOWN_EXECUTION, ALREADY_CLOSING, NOT_CLOSABLE, BELOW_MIN_NOTIONAL, QUOTE_STALE, EXCHANGE_NOT_CONNECTED, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, STORE_UNAVAILABLE.
	 */
	readonly close_execution: { readonly params: CloseExecutionParams; readonly result: CloseExecutionResult };
	/**
	 * Moves one leg of a running execution to another exchange while the other leg stays, or previews the move.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_EXECUTION, NOT_ROLLABLE, UNKNOWN_OPPORTUNITY, UNKNOWN_PREVIEW, PREVIEW_MISMATCH, PREVIEW_EXCEEDED, OPPORTUNITY_EXPIRED, OPPORTUNITY_GUARDED, NO_TRADE, MODE_NOT_AVAILABLE, EXIT_RULE_CONFLICT, QUOTE_STALE, QUOTE_DEPEG, PRICE_COLLAR, PAIR_INACTIVE, EXCHANGE_NOT_TRADED, EXCHANGE_NOT_CONNECTED, SELF_CHECK_NOT_PASSED, STREAM_SILENT, INSUFFICIENT_MARGIN, BELOW_MIN_NOTIONAL, INSUFFICIENT_DEPTH, POSITION_CONFLICT, CLOSE_REFUSED, LEVERAGE_REFUSED, RISK_LIMIT, TRADING_HALTED, AGENT_NOT_ALLOWED, IDEMPOTENCY_CONFLICT, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, STORE_UNAVAILABLE.
	 */
	readonly roll_leg: { readonly params: RollLegParams; readonly result: RollLegResult };
	/**
	 * Checks whether an exchange pair or a symbol on it can be traded now, gives the reason if not, and advises whether to hold or close your running executions there.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_EXCHANGE_PAIR, UNKNOWN_SYMBOL.
	 */
	readonly check_pair_status: {
		readonly params: CheckPairStatusParams;
		readonly result: CheckPairStatusResult;
	};
	/**
	 * Reads one execution, as in portfolio_live, with the last events of its journal.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_EXECUTION.
	 */
	readonly get_execution: { readonly params: GetExecutionParams; readonly result: GetExecutionResult };
	/**
	 * Reads one page of your executions in one symbol on one exchange pair, open and ended, newest first. The result is an object with the array executions.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_EXCHANGE_PAIR, UNKNOWN_SYMBOL.
	 */
	readonly get_executed_opportunity: {
		readonly params: GetExecutedOpportunityParams;
		readonly result: GetExecutedOpportunityResult;
	};
	/**
	 * Reads the history of your money: equity per exchange, realized profit by day, coin and exchange pair, drawdown, and yield against forecast.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 */
	readonly portfolio_history: {
		readonly params: PortfolioHistoryParams;
		readonly result: PortfolioHistoryResult;
	};
	/**
	 * Reads the course of one of your executions: profit by component, delta and basis over time, with settlements, orders and fills.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_EXECUTION.
	 */
	readonly execution_history: {
		readonly params: ExecutionHistoryParams;
		readonly result: ExecutionHistoryResult;
	};
	/**
	 * Reads your fills, fees and funding row by row in journal order, for accounting and tax.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 */
	readonly export_ledger: { readonly params: ExportLedgerParams; readonly result: ExportLedgerResult };
	/**
	 * Shows what a sudden market change would do to your open positions: profit, funding, margin and liquidations, and what the service would do. Or starts a replay of a recorded squeeze with them. Trades nothing.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_EXECUTION, UNKNOWN_SYMBOL, REPLAY_OFF, REPLAY_DATA, REPLAY_QUEUE_FULL.
	 */
	readonly what_if: { readonly params: WhatIfParams; readonly result: WhatIfResult };
	/**
	 * Stops a queued or opening execution and closes its filled part; with keep, the filled part keeps running. Waits up to 20 s for completion.
	 *
	 * Scope: `arb:trade`. Answers within 25 s. Trades.
	 * Error codes: UNKNOWN_EXECUTION, NOT_CANCELABLE, ALREADY_CLOSING, STORE_UNAVAILABLE.
	 */
	readonly cancel_execution: {
		readonly params: CancelExecutionParams;
		readonly result: CancelExecutionResult;
	};
	/**
	 * Changes exit rules of an execution that is not closing yet. An omitted rule stays unchanged; null removes it. The answer contains all rules now in force.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_EXECUTION, EXIT_NOT_CHANGEABLE, STORE_UNAVAILABLE.
	 */
	readonly update_exit: { readonly params: UpdateExitParams; readonly result: UpdateExitResult };
	/**
	 * Extends the exit rule max_epochs of a running execution by one funding interval. Each call adds one.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_EXECUTION, NOT_CONTINUABLE, EXIT_NOT_CHANGEABLE, STORE_UNAVAILABLE.
	 */
	readonly continue_epoch: { readonly params: ContinueEpochParams; readonly result: ContinueEpochResult };
	/**
	 * Runs a failed execution again as a new one, with the same terms and all checks of a new opening. A job can be repeated once; further calls return the first answer.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_JOB, NOT_RESUBMITTABLE, UNKNOWN_OPPORTUNITY, UNKNOWN_PREVIEW, PREVIEW_MISMATCH, OPPORTUNITY_EXPIRED, EDGE_GONE, NO_TRADE, MODE_NOT_AVAILABLE, EXIT_RULE_CONFLICT, QUOTE_STALE, PRICE_COLLAR, OPPORTUNITY_GUARDED, PAIR_INACTIVE, EXCHANGE_NOT_TRADED, EXCHANGE_NOT_CONNECTED, SELF_CHECK_NOT_PASSED, STREAM_SILENT, INSUFFICIENT_MARGIN, BELOW_MIN_NOTIONAL, INSUFFICIENT_DEPTH, POSITION_CONFLICT, CLOSE_REFUSED, LEVERAGE_REFUSED, PREVIEW_EXCEEDED, QUOTE_DEPEG, RISK_LIMIT, TRADING_HALTED, AGENT_NOT_ALLOWED, IDEMPOTENCY_CONFLICT, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, STORE_UNAVAILABLE.
	 */
	readonly resubmit_execute_opportunity: {
		readonly params: ResubmitExecuteOpportunityParams;
		readonly result: ResubmitExecuteOpportunityResult;
	};
	/**
	 * Sets your kill switch: until you call resume_trading, even after a restart, no execution opens and no opening execution grows. Closing continues. An agent halts for its owner and may not set close_all.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: AGENT_NOT_ALLOWED, STORE_UNAVAILABLE.
	 */
	readonly halt_trading: { readonly params: HaltTradingParams; readonly result: HaltTradingResult };
	/**
	 * Ends your halt_trading. Operator halts stay, and the answer lists them. Agents may not call it, except for a linked chat that acts for you.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: AGENT_NOT_ALLOWED, STORE_UNAVAILABLE.
	 */
	readonly resume_trading: { readonly params: ResumeTradingParams; readonly result: ResumeTradingResult };
	/**
	 * Lists your agents with their caps, newest first; stopped agents come last.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly list_agents: { readonly params: ListAgentsParams; readonly result: ListAgentsResult };
	/**
	 * Creates an agent: a program that gets tokens by client_credentials and trades on your accounts within its caps. The calling token must have each of its scopes. Only this answer contains its key.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: RISK_LIMIT.
	 */
	readonly create_agent: { readonly params: CreateAgentParams; readonly result: CreateAgentResult };
	/**
	 * Replaces name, scopes and all caps of an agent, effective from its next call. The calling token must have each of the scopes.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_AGENT, AGENT_STOPPED.
	 */
	readonly update_agent: { readonly params: UpdateAgentParams; readonly result: UpdateAgentResult };
	/**
	 * Replaces the key of an agent; the old key and its tokens stop working immediately. The calling token must have the scopes of the agent. Only this answer contains the new key.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_AGENT, AGENT_STOPPED.
	 */
	readonly rotate_agent_key: { readonly params: RotateAgentKeyParams; readonly result: RotateAgentKeyResult };
	/**
	 * Stops an agent immediately and permanently. Its tokens stop working, its queued executions are cancelled, and those still opening add no more size. Open positions are yours and stay open.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_AGENT, STORE_UNAVAILABLE.
	 */
	readonly stop_agent: { readonly params: StopAgentParams; readonly result: StopAgentResult };
	/**
	 * Lists your connected exchange accounts by exchange, oldest first.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 */
	readonly account_exchange_pair: {
		readonly params: AccountExchangePairParams;
		readonly result: AccountExchangePairResult;
	};
	/**
	 * Connects an exchange account with an API key that may trade but not withdraw. The service uses the first account of an exchange immediately. A new key for a connected account replaces the old key, even while executions run.
	 *
	 * Scope: `exchange:connect`. Answers within 20 s. Trades.
	 * Error codes: PAPER_NEEDS_NO_KEY, KEY_REFUSED, KEY_CAN_WITHDRAW, KEY_CANNOT_TRADE, ACCOUNT_ALREADY_CONNECTED, TOO_MANY_ACCOUNTS, EXECUTIONS_RUNNING, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, STORE_UNAVAILABLE.
	 */
	readonly connect_exchange: {
		readonly params: ConnectExchangeParams;
		readonly result: ConnectExchangeResult;
	};
	/**
	 * Repeats the self-check of an account (clock, key, balance, settings, fees, and one order that cannot fill) and waits until it finishes. It runs only in testnet and live mode.
	 *
	 * Scope: `exchange:connect`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_ACCOUNT.
	 */
	readonly check_exchange_account: {
		readonly params: CheckExchangeAccountParams;
		readonly result: CheckExchangeAccountResult;
	};
	/**
	 * Chooses the account of an exchange for new executions. Refused while executions are open on another account of that exchange.
	 *
	 * Scope: `exchange:connect`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_ACCOUNT, EXECUTIONS_RUNNING, KEY_REFUSED, STORE_UNAVAILABLE.
	 */
	readonly use_exchange_account: {
		readonly params: UseExchangeAccountParams;
		readonly result: UseExchangeAccountResult;
	};
	/**
	 * Lets the service move money from your main wallet to the futures account of the same exchange when the margin there is thin, or forbids it. Off at first. Without allowed, only reads the setting and the transfers of the last week.
	 *
	 * Scope: `exchange:connect`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_ACCOUNT, VENUE_UNAVAILABLE, STORE_UNAVAILABLE.
	 */
	readonly set_own_transfers: {
		readonly params: SetOwnTransfersParams;
		readonly result: SetOwnTransfersResult;
	};
	/**
	 * Disconnects an exchange account and erases its key; its history stays. Refused while executions are open on it, unless close_first is true.
	 *
	 * Scope: `exchange:connect`. Answers within 25 s. Trades.
	 * Error codes: UNKNOWN_ACCOUNT, EXECUTIONS_RUNNING, STORE_UNAVAILABLE.
	 */
	readonly disconnect_exchange: {
		readonly params: DisconnectExchangeParams;
		readonly result: DisconnectExchangeResult;
	};
	/**
	 * Lists the exchanges where you can connect an account, and how.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 */
	readonly list_exchanges: { readonly params: ListExchangesParams; readonly result: ListExchangesResult };
	/**
	 * Opens and connects an account with 10,000 demo USD on each simulated exchange where you have no account in use, or on the given exchange. Needs a logged-in browser.
	 *
	 * Scope: `exchange:connect`. Answers within 20 s. Trades.
	 * Error codes: LOGIN_REQUIRED, TOO_MANY_ACCOUNTS, EXECUTIONS_RUNNING, VENUE_UNAVAILABLE, STORE_UNAVAILABLE.
	 */
	readonly open_simulated_accounts: {
		readonly params: OpenSimulatedAccountsParams;
		readonly result: OpenSimulatedAccountsResult;
	};
	/**
	 * Lists your API tokens, valid ones first, and the applications with access. Needs a logged-in browser.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: LOGIN_REQUIRED.
	 */
	readonly list_tokens: { readonly params: ListTokensParams; readonly result: ListTokensResult };
	/**
	 * Creates an API token for a program that acts for you. The calling token must have each of its scopes. Only this answer contains the token itself. Needs a logged-in browser.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: LOGIN_REQUIRED, RISK_LIMIT.
	 */
	readonly create_token: { readonly params: CreateTokenParams; readonly result: CreateTokenResult };
	/**
	 * Replaces a valid API token with a new one with the same name, scopes and lifetime; the old one stops working immediately. Only this answer contains the new token itself. Needs a logged-in browser.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: LOGIN_REQUIRED, UNKNOWN_TOKEN.
	 */
	readonly rotate_token: { readonly params: RotateTokenParams; readonly result: RotateTokenResult };
	/**
	 * Revokes an API token immediately. Needs a logged-in browser.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: LOGIN_REQUIRED, UNKNOWN_TOKEN.
	 */
	readonly revoke_token: { readonly params: RevokeTokenParams; readonly result: RevokeTokenResult };
	/**
	 * Revokes an application and all its tokens immediately. Needs a logged-in browser.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: LOGIN_REQUIRED, UNKNOWN_TOKEN.
	 */
	readonly revoke_application: {
		readonly params: RevokeApplicationParams;
		readonly result: RevokeApplicationResult;
	};
	/**
	 * Reads your user account: name, identities verified at login, number of passkeys. Needs a logged-in browser.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: LOGIN_REQUIRED.
	 */
	readonly get_account: { readonly params: GetAccountParams; readonly result: GetAccountResult };
	/**
	 * Reads your preferences for pages: theme, time zone, formats, columns. Needs a logged-in browser.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: LOGIN_REQUIRED.
	 */
	readonly get_preferences: { readonly params: GetPreferencesParams; readonly result: GetPreferencesResult };
	/**
	 * Changes your preferences for pages. Members that you leave out keep their value. Needs a logged-in browser.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: LOGIN_REQUIRED.
	 */
	readonly set_preferences: { readonly params: SetPreferencesParams; readonly result: SetPreferencesResult };
	/**
	 * Lists actions in your name, newest first: logins, tokens, connections, agents, trading calls. Needs a logged-in browser.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: LOGIN_REQUIRED.
	 */
	readonly list_audit: { readonly params: ListAuditParams; readonly result: ListAuditResult };
	/**
	 * Lists your latest alerts, newest first, with their delivery to each target. Filters and before select pages.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_ALERT_TARGET.
	 */
	readonly list_alerts: { readonly params: ListAlertsParams; readonly result: ListAlertsResult };
	/**
	 * Lists your alert targets and their delivery state, oldest first, without their secrets.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly list_alert_targets: {
		readonly params: ListAlertTargetsParams;
		readonly result: ListAlertTargetsResult;
	};
	/**
	 * Adds an alert target: a webhook, Slack, Telegram or a mail address, which gets a code first. Only this answer contains the secret with which a webhook verifies our signatures.
	 *
	 * Scope: `agents:manage`. Answers within 20 s.
	 * Error codes: TOO_MANY_ALERT_TARGETS, MAIL_NOT_CONFIGURED, MAIL_NOT_SENT.
	 */
	readonly add_alert_target: { readonly params: AddAlertTargetParams; readonly result: AddAlertTargetResult };
	/**
	 * Removes an alert target and its secrets. Alerts still waiting for it are not sent.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_ALERT_TARGET.
	 */
	readonly remove_alert_target: {
		readonly params: RemoveAlertTargetParams;
		readonly result: RemoveAlertTargetResult;
	};
	/**
	 * Sends a test alert to a target now and returns its answer. A successful delivery ends a pause of the target.
	 *
	 * Scope: `agents:manage`. Answers within 20 s.
	 * Error codes: UNKNOWN_ALERT_TARGET.
	 */
	readonly test_alert_target: {
		readonly params: TestAlertTargetParams;
		readonly result: TestAlertTargetResult;
	};
	/**
	 * Changes the given members of an alert target, or pauses and resumes it. Its address stays.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_ALERT_TARGET.
	 */
	readonly update_alert_target: {
		readonly params: UpdateAlertTargetParams;
		readonly result: UpdateAlertTargetResult;
	};
	/**
	 * Sends a new confirmation code to an e-mail target that is not confirmed. Earlier codes end.
	 *
	 * Scope: `agents:manage`. Answers within 20 s.
	 * Error codes: UNKNOWN_ALERT_TARGET, ALERT_TARGET_CONFIRMED, MAIL_NOT_CONFIGURED, MAIL_NOT_SENT.
	 */
	readonly send_alert_code: { readonly params: SendAlertCodeParams; readonly result: SendAlertCodeResult };
	/**
	 * Confirms the address of an e-mail target with the code from the mail. Only then does it get alerts.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_ALERT_TARGET, ALERT_TARGET_CONFIRMED, WRONG_CONFIRMATION_CODE.
	 */
	readonly confirm_alert_target: {
		readonly params: ConfirmAlertTargetParams;
		readonly result: ConfirmAlertTargetResult;
	};
	/**
	 * Lists your threshold rules with their last figures, oldest first.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly list_alert_rules: { readonly params: ListAlertRulesParams; readonly result: ListAlertRulesResult };
	/**
	 * Adds a rule that raises a threshold alert when a figure crosses your limit.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: TOO_MANY_ALERT_RULES, UNKNOWN_EXECUTION.
	 */
	readonly add_alert_rule: { readonly params: AddAlertRuleParams; readonly result: AddAlertRuleResult };
	/**
	 * Changes the given members of a threshold rule. Kind and subject stay; add another rule for those.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_ALERT_RULE.
	 */
	readonly update_alert_rule: {
		readonly params: UpdateAlertRuleParams;
		readonly result: UpdateAlertRuleResult;
	};
	/**
	 * Removes a threshold rule. Its past alerts stay in list_alerts.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_ALERT_RULE.
	 */
	readonly remove_alert_rule: {
		readonly params: RemoveAlertRuleParams;
		readonly result: RemoveAlertRuleResult;
	};
	/**
	 * Returns your quiet hours, your heartbeat and the limits for alerts.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly get_alert_settings: {
		readonly params: GetAlertSettingsParams;
		readonly result: GetAlertSettingsResult;
	};
	/**
	 * Sets daily quiet hours: alerts that are not critical wait until the end. Critical ones are sent at once.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly set_quiet_hours: { readonly params: SetQuietHoursParams; readonly result: SetQuietHoursResult };
	/**
	 * Removes your quiet hours. Alerts that waited for their end are sent now.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly remove_quiet_hours: {
		readonly params: RemoveQuietHoursParams;
		readonly result: RemoveQuietHoursResult;
	};
	/**
	 * Sets the URL that the service calls every minute while it is healthy, so that a monitoring service notices when it is dead.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: TOO_MANY_HEARTBEATS.
	 */
	readonly set_heartbeat: { readonly params: SetHeartbeatParams; readonly result: SetHeartbeatResult };
	/**
	 * Removes your heartbeat and its URL. A monitoring service then reports Carrywire as dead.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly remove_heartbeat: {
		readonly params: RemoveHeartbeatParams;
		readonly result: RemoveHeartbeatResult;
	};
	/**
	 * Lists your linked chats, which send commands as one of your agents, and the state of the bots.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly list_chats: { readonly params: ListChatsParams; readonly result: ListChatsResult };
	/**
	 * Creates a code that links a chat to one of your agents: send /link CODE to the bot within 10 minutes. It works once and replaces your earlier code. The calling token must have each of the agent’s scopes.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_AGENT, AGENT_STOPPED, CHAT_NOT_SET_UP, TOO_MANY_CHATS.
	 */
	readonly create_chat_code: { readonly params: CreateChatCodeParams; readonly result: CreateChatCodeResult };
	/**
	 * Ends the link of a chat at once. Its agent keeps running; stop_agent stops it.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Error codes: UNKNOWN_CHAT.
	 */
	readonly unlink_chat: { readonly params: UnlinkChatParams; readonly result: UnlinkChatResult };
	/**
	 * Tests a policy on recorded data with this service’s own rules, costs and checks, in a process of its own. Nothing is traded. Returns at once; read replay_status and then replay_result.
	 *
	 * Scope: `replay:run`. Answers within 10 s.
	 * Error codes: REPLAY_OFF, REPLAY_DATA, REPLAY_QUEUE_FULL.
	 */
	readonly replay_start: { readonly params: ReplayStartParams; readonly result: ReplayStartResult };
	/**
	 * Lists your replays with their progress, and the data and policies for a new one.
	 *
	 * Scope: `replay:run`. Answers within 10 s.
	 * Error codes: UNKNOWN_REPLAY.
	 */
	readonly replay_status: { readonly params: ReplayStatusParams; readonly result: ReplayStatusResult };
	/**
	 * Reads the result of a replay, part by part; figures are rounded to nine places. The same as a page: GET report, with the same token.
	 *
	 * Scope: `replay:run`. Answers within 10 s.
	 * Error codes: UNKNOWN_REPLAY, REPLAY_NOT_DONE, REPLAY_NO_RESULT.
	 */
	readonly replay_result: { readonly params: ReplayResultParams; readonly result: ReplayResultResult };
	/**
	 * Ends a replay. One that runs keeps the result so far, as partial; one that has ended stays as it is. The answer may come before the end.
	 *
	 * Scope: `replay:run`. Answers within 10 s.
	 * Error codes: UNKNOWN_REPLAY.
	 */
	readonly replay_cancel: { readonly params: ReplayCancelParams; readonly result: ReplayCancelResult };
	/**
	 * Starts a pot of the autopilot: capital that the service plans and trades by itself within your limits. Its first decision follows at once. In mode suggest, you confirm each change with autopilot_confirm.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: POT_NOT_CONFIRMED, TOO_MANY_POTS, RISK_LIMIT, IDEMPOTENCY_CONFLICT, STORE_UNAVAILABLE.
	 */
	readonly autopilot_start: { readonly params: AutopilotStartParams; readonly result: AutopilotStartResult };
	/**
	 * Returns your pots: state, equity and profit against cash and the shadow pot, and the latest decisions with their reasons and what happened to each change.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Error codes: UNKNOWN_POT.
	 */
	readonly autopilot_status: {
		readonly params: AutopilotStatusParams;
		readonly result: AutopilotStatusResult;
	};
	/**
	 * Changes settings of a pot; those that you omit stay. A new decision follows at once and replaces what was suggested. The shadow pot beside it changes along.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_POT, POT_STOPPED, POT_NOT_CONFIRMED, RISK_LIMIT, AGENT_NOT_ALLOWED, STORE_UNAVAILABLE.
	 */
	readonly autopilot_change: {
		readonly params: AutopilotChangeParams;
		readonly result: AutopilotChangeResult;
	};
	/**
	 * Pauses a pot, or resumes it with paused false. A paused pot makes no voluntary change; a low margin still reduces both legs. An agent may pause its pot, but not resume it.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_POT, POT_STOPPED, AGENT_NOT_ALLOWED, STORE_UNAVAILABLE.
	 */
	readonly autopilot_pause: { readonly params: AutopilotPauseParams; readonly result: AutopilotPauseResult };
	/**
	 * Confirms suggested changes of a decision, which are then made one after another. Each is checked again first; one that no longer pays is refused. A person confirms: an agent may not call it.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_DECISION, NOTHING_TO_CONFIRM, AGENT_NOT_ALLOWED, STORE_UNAVAILABLE.
	 */
	readonly autopilot_confirm: {
		readonly params: AutopilotConfirmParams;
		readonly result: AutopilotConfirmResult;
	};
	/**
	 * Declines suggested changes of a decision, which are then never made. The next decision plans again.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_DECISION, NOTHING_TO_CONFIRM, STORE_UNAVAILABLE.
	 */
	readonly autopilot_decline: {
		readonly params: AutopilotDeclineParams;
		readonly result: AutopilotDeclineResult;
	};
	/**
	 * Stops a pot for good. With close true, it closes all of its positions first; otherwise they stay open and are yours to manage, until a later call closes them.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Error codes: UNKNOWN_POT, POT_STOPPED, STORE_UNAVAILABLE.
	 */
	readonly autopilot_stop: { readonly params: AutopilotStopParams; readonly result: AutopilotStopResult };
	/**
	 * Returns the OpenRPC document of the service: every method with its params, result, errors and an example. GET /openrpc.json returns the same. Not allowed in a batch.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Error codes: NOT_IN_BATCH.
	 */
	readonly 'rpc.discover': { readonly params: RpcDiscoverParams; readonly result: RpcDiscoverResult };
};

export type MethodName = keyof Methods;

export type MethodParams<M extends MethodName> = Methods[M]['params'];

export type MethodResult<M extends MethodName> = Methods[M]['result'];

/** WebSocket channels by the part of their name before the first dot. */
export type Channels = {
	/**
	 * One page of get_opportunities for your amount, horizon and leverage, for one exchange pair or all. Alternatively, pass the pair in the param exchangepair. When a record or the sorting changes, at most every stream.opportunitiesMs. A new age alone is not a change.
	 *
	 * Scope: none, it is public.
	 */
	readonly opportunities: {
		/** Name of the channel in a subscription. */
		readonly name: 'opportunities' | `opportunities.${string}`;
		readonly params: {
			/** Exchange pair in either order. Default: all pairs. 1 to 64 characters. */
			readonly exchangepair?: string | undefined;
			/** Records per page. At least 1, at most 100. Default 20. */
			readonly limit?: number | undefined;
			/** Page number, from 1. At least 1, at most 1000000. Default 1. */
			readonly page?: number | undefined;
			/** Sort key, best first. Unknown values come last; ties are sorted by symbol, then id. With horizon_hours, net_apr sorts by expected net. volume sorts by volume_24h. Default "spread". */
			readonly sortby?:
				| 'spread'
				| 'apr'
				| 'net_apr'
				| 'funding_delta'
				| 'epoch_hours'
				| 'break_even_hours'
				| 'reversal_probability'
				| 'risk_score'
				| 'liquidity_score'
				| 'max_amount'
				| 'min_amount'
				| 'volume'
				| 'next_funding_time'
				| 'symbol'
				| undefined;
			/** Direction of sortby. worst_first reverses the known values and their ties; unknown values still come last. Default "best_first". */
			readonly order?: 'best_first' | 'worst_first' | undefined;
			/** coin: only the first opportunity of each coin in this order. The pages then count coins, and groups has the number of matching opportunities of each. Default "none". */
			readonly group_by?: 'none' | 'coin' | undefined;
			/** Only these coins, written as in base. Default: all coins. 1 to 100 entries. */
			readonly coins?: readonly string[] | undefined;
			/** Search text: part of the symbol, the coin, or either exchange's own symbol, in upper or lower case. 1 to 32 characters. */
			readonly q?: string | undefined;
			/** Capital in USD over both legs for which costs are computed. Above 0, at most 1000000000. Default 1000. */
			readonly amount?: number | undefined;
			/** Intended holding period. Default: the best of 8, 24, 72, 168, 336, 720 for each opportunity, shown in net.horizon_hours. At least 1, at most 2160. */
			readonly horizon_hours?: number | undefined;
			/** Leverage of each leg. At least 1, at most 200. Default 1. */
			readonly leverage?: number | undefined;
			/** Execution mode. Costs assume four taker fills in every mode. Default "single-direct". */
			readonly mode?: ExecutionMode | undefined;
			/** Only opportunities with this verdict for your amount, horizon and leverage. Default: all. */
			readonly verdict?: 'trade' | 'no_trade' | 'unknown' | undefined;
			/** Only opportunities whose min_amount is known and at most this. Unit: USD. Above 0, at most 1000000000. */
			readonly max_min_amount?: number | undefined;
			/** Only opportunities without a blocking guard. The verdict may still be no_trade. Default false. */
			readonly tradable_only?: boolean | undefined;
		};
		/** Full state of the channel. */
		readonly snapshot: OpportunityPage;
		readonly change: {
			/** In the requested order. */
			readonly data: readonly Opportunity[];
			readonly pagination?: Pagination;
			/** With group_by coin: one entry for each row of the page, in the same order; otherwise absent. */
			readonly groups?: readonly {
				/** The coin, as in base. */
				readonly coin: string;
				/** Number of its opportunities that match the filters, the shown one included. */
				readonly count: number;
			}[];
			/** Instant at which the list was ranked and every record computed. ISO 8601, UTC. */
			readonly as_of: string;
			/** Keys of removed rows. */
			readonly removed: readonly string[];
			/** Keys of all rows, sorted; absent while neither the rows nor their sorting change. */
			readonly order?: readonly string[];
		};
	};
	/**
	 * One opportunity for your amount, horizon and leverage, as in get_opportunities, until it ends. When the opportunity changes, at most every stream.opportunitiesMs.
	 *
	 * Scope: none, it is public.
	 */
	readonly opportunity: {
		/** Name of the channel in a subscription. */
		readonly name: `opportunity.${string}`;
		readonly params: {
			/** Capital in USD over both legs for which costs are computed. Above 0, at most 1000000000. Default 1000. */
			readonly amount?: number | undefined;
			/** Intended holding period. Default: the best of 8, 24, 72, 168, 336, 720 for each opportunity, shown in net.horizon_hours. At least 1, at most 2160. */
			readonly horizon_hours?: number | undefined;
			/** Leverage of each leg. At least 1, at most 200. Default 1. */
			readonly leverage?: number | undefined;
			/** Execution mode. Costs assume four taker fills in every mode. Default "single-direct". */
			readonly mode?: ExecutionMode | undefined;
		};
		/** Full state of the channel. */
		readonly snapshot: Opportunity;
		readonly change: Opportunity;
	};
	/**
	 * The result of portfolio_live: open executions, summary, accounts, kill switches. When an execution or a kill switch changes. The service checks for other changes every stream.portfolioMs.
	 *
	 * Scope: `arb:read`.
	 */
	readonly portfolio: {
		/** Name of the channel in a subscription. */
		readonly name: 'portfolio';
		readonly params: { readonly [name: string]: never };
		/** Full state of the channel. */
		readonly snapshot: {
			/** Open executions, and ended ones when requested, newest first. */
			readonly executions: readonly ExecutionRecord[];
			/** Totals for all executions of the caller. */
			readonly summary: {
				/** Number of open and ended executions. */
				readonly total_executions: number;
				/** Number of executions with status running. */
				readonly running_executions: number;
				/** Invested capital, USD. */
				readonly total_invested: number;
				/** Unrealized profit, USD. */
				readonly total_unrealized_pnl: number | null;
				/** Realized profit, USD. */
				readonly total_realized_pnl: number;
				/** Funding received, USD. */
				readonly total_funding_received: number;
				/** Funding paid, USD. */
				readonly total_funding_paid: number;
				/** Capital-weighted return, percent. */
				readonly weighted_roi: number | null;
				/** Daily return, percent. */
				readonly daily_roi: number | null;
			};
			/** Connected exchange accounts. */
			readonly accounts: readonly {
				/** Exchange of the account. */
				readonly exchange: string;
				/** True when the account is connected. */
				readonly connected: boolean;
				/** Equity, USD. */
				readonly equity: number | null;
				/** Available balance, USD. */
				readonly available: number | null;
				/** Margin in use, USD. */
				readonly margin_used: number | null;
				/** Time of these balances at the exchange. ISO 8601, UTC. */
				readonly updated_at: string | null;
				/** True when the last read failed, so that the balances are old. */
				readonly stale: boolean;
				/** Change of equity since the account was connected, USD. */
				readonly equity_change: number | null;
				/** Part of equity_change from executions. */
				readonly execution_pnl: number | null;
				/** Part of equity_change from positions and trades outside this service. */
				readonly unmanaged_pnl: number | null;
				/** Part of equity_change from deposits, transfers, conversions and interest. */
				readonly external_flows: number | null;
				/** Part of equity_change from price moves of assets other than USDT, in which fees may be paid. */
				readonly revaluation: number | null;
				/** Part of equity_change without a known cause. */
				readonly unexplained: number | null;
				/** Hours that the margin of the position nearest to liquidation would last against a 2-sigma adverse move. Volatility comes from its own prices (half-life 6 h, at least 1 h of data). Null without a position or without enough data; a reason says why. */
				readonly margin_runway: {
					/** Hours until a price move of 2 standard deviations uses up the margin, at most 8,760. */
					readonly hours: number;
					/** Symbol of the position nearest to liquidation. */
					readonly symbol: string;
					/** USD to add so that the margin lasts 72 h. */
					readonly add_margin: number;
					/** Transfer for the part of add_margin that the available balance does not cover, from the account with the largest available balance. */
					readonly move: {
						/** Amount of the asset. */
						readonly amount: number;
						/** Asset to transfer. */
						readonly asset: string;
						/** Exchange to transfer from. */
						readonly from: string;
						/** Exchange to transfer to. */
						readonly to: string;
					} | null;
					/** Summary in words. */
					readonly text: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				} | null;
				/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
				readonly trading_mode: TradingMode;
			}[];
			/** Transfers that make the margin of every account last. The account that runs short first comes first. */
			readonly margin_advice: readonly {
				/** Exchange of the account. */
				readonly exchange: string;
				/** The position nearest to liquidation. */
				readonly symbol: string;
				/** Hours until a price move of two standard deviations could reach the liquidation price; at most a year. */
				readonly hours: number;
				/** Hours that the margin should last. */
				readonly target_hours: number;
				/** Distance from the mark price to the liquidation price, as a percentage of the mark price. */
				readonly distance_pct: number;
				/** Margin that the position lacks to last target_hours, USD; zero: none. */
				readonly add_margin: number;
				/** Part of add_margin that the available balance of the account covers, USD. */
				readonly own: number;
				/** Transfers that cover the rest. Each donor keeps what its own positions lack. */
				readonly moves: readonly {
					/** Exchange of the donor account. */
					readonly from: string;
					/** Amount to transfer to this account. */
					readonly amount: number;
					/** Asset to transfer. */
					readonly asset: string;
				}[];
				/** Part of add_margin that no account can cover, USD. Deposit it, or close a part. */
				readonly missing: number;
			}[];
			/** Transfers between exchanges that the service requests, newest first, for a week after their end. The service never withdraws; you send the money, and it recognizes the arrival. */
			readonly planned_transfers: readonly {
				/** Id of the transfer. */
				readonly transfer_id: string;
				/** Exchange to transfer from. */
				readonly from: string;
				/** Exchange to transfer to. */
				readonly to: string;
				/** Amount to send, whole USD. */
				readonly amount: number;
				/** Time by which it should arrive; null: unknown. ISO 8601, UTC. */
				readonly by: string | null;
				/** alert: the margin is low. pot: an autopilot. plan: a plan of yours. */
				readonly asked_by: 'alert' | 'pot' | 'plan';
				/** The pot that asks; null: none. */
				readonly pot_id: string | null;
				/** Time since which the service requests it. ISO 8601, UTC. */
				readonly planned_at: string;
				/** planned: not seen yet. sent: under way. partly: a part has arrived, the rest was not sent. arrived: all of it. late: not in time. withdrawn: no longer wanted. */
				readonly state: 'planned' | 'sent' | 'partly' | 'arrived' | 'late' | 'withdrawn';
				/** Time of the last change of state. ISO 8601, UTC. */
				readonly changed_at: string;
				/** USD that have left one exchange and have not reached the other. */
				readonly under_way: number;
				/** USD that have arrived. */
				readonly arrived: number;
				/** Why the transfer is needed. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
				/** The consequence of not sending it. */
				readonly without: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
			}[];
			/** Active kill switches that block the caller from opening. */
			readonly halts: readonly {
				/** user: your own halt_trading; resume_trading ends it. exchange, service: set by the operator. */
				readonly scope: 'user' | 'exchange' | 'service';
				/** Exchange on which the service opens no positions; null: all exchanges. */
				readonly exchange: string | null;
				/** Reason given by the person or agent that halted; null: none. */
				readonly reason: string | null;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
				/** Time at which it was set. ISO 8601, UTC. */
				readonly halted_at: string;
				/** Actor that set it: operator, restore (a backup was restored), or the id of a token or agent. */
				readonly halted_by: string;
				/** True when it also closes open executions. */
				readonly close_all: boolean;
			}[];
			/** Reasons why members are null or uncertain. */
			readonly reasons: readonly Reason[];
			/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
			readonly trading_mode: TradingMode;
		};
		readonly change: {
			/** Totals for all executions of the caller. */
			readonly summary?: {
				/** Number of open and ended executions. */
				readonly total_executions: number;
				/** Number of executions with status running. */
				readonly running_executions: number;
				/** Invested capital, USD. */
				readonly total_invested: number;
				/** Unrealized profit, USD. */
				readonly total_unrealized_pnl: number | null;
				/** Realized profit, USD. */
				readonly total_realized_pnl: number;
				/** Funding received, USD. */
				readonly total_funding_received: number;
				/** Funding paid, USD. */
				readonly total_funding_paid: number;
				/** Capital-weighted return, percent. */
				readonly weighted_roi: number | null;
				/** Daily return, percent. */
				readonly daily_roi: number | null;
			};
			/** Connected exchange accounts. */
			readonly accounts?: readonly {
				/** Exchange of the account. */
				readonly exchange: string;
				/** True when the account is connected. */
				readonly connected: boolean;
				/** Equity, USD. */
				readonly equity: number | null;
				/** Available balance, USD. */
				readonly available: number | null;
				/** Margin in use, USD. */
				readonly margin_used: number | null;
				/** Time of these balances at the exchange. ISO 8601, UTC. */
				readonly updated_at: string | null;
				/** True when the last read failed, so that the balances are old. */
				readonly stale: boolean;
				/** Change of equity since the account was connected, USD. */
				readonly equity_change: number | null;
				/** Part of equity_change from executions. */
				readonly execution_pnl: number | null;
				/** Part of equity_change from positions and trades outside this service. */
				readonly unmanaged_pnl: number | null;
				/** Part of equity_change from deposits, transfers, conversions and interest. */
				readonly external_flows: number | null;
				/** Part of equity_change from price moves of assets other than USDT, in which fees may be paid. */
				readonly revaluation: number | null;
				/** Part of equity_change without a known cause. */
				readonly unexplained: number | null;
				/** Hours that the margin of the position nearest to liquidation would last against a 2-sigma adverse move. Volatility comes from its own prices (half-life 6 h, at least 1 h of data). Null without a position or without enough data; a reason says why. */
				readonly margin_runway: {
					/** Hours until a price move of 2 standard deviations uses up the margin, at most 8,760. */
					readonly hours: number;
					/** Symbol of the position nearest to liquidation. */
					readonly symbol: string;
					/** USD to add so that the margin lasts 72 h. */
					readonly add_margin: number;
					/** Transfer for the part of add_margin that the available balance does not cover, from the account with the largest available balance. */
					readonly move: {
						/** Amount of the asset. */
						readonly amount: number;
						/** Asset to transfer. */
						readonly asset: string;
						/** Exchange to transfer from. */
						readonly from: string;
						/** Exchange to transfer to. */
						readonly to: string;
					} | null;
					/** Summary in words. */
					readonly text: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				} | null;
				/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
				readonly trading_mode: TradingMode;
			}[];
			/** Transfers that make the margin of every account last. The account that runs short first comes first. */
			readonly margin_advice?: readonly {
				/** Exchange of the account. */
				readonly exchange: string;
				/** The position nearest to liquidation. */
				readonly symbol: string;
				/** Hours until a price move of two standard deviations could reach the liquidation price; at most a year. */
				readonly hours: number;
				/** Hours that the margin should last. */
				readonly target_hours: number;
				/** Distance from the mark price to the liquidation price, as a percentage of the mark price. */
				readonly distance_pct: number;
				/** Margin that the position lacks to last target_hours, USD; zero: none. */
				readonly add_margin: number;
				/** Part of add_margin that the available balance of the account covers, USD. */
				readonly own: number;
				/** Transfers that cover the rest. Each donor keeps what its own positions lack. */
				readonly moves: readonly {
					/** Exchange of the donor account. */
					readonly from: string;
					/** Amount to transfer to this account. */
					readonly amount: number;
					/** Asset to transfer. */
					readonly asset: string;
				}[];
				/** Part of add_margin that no account can cover, USD. Deposit it, or close a part. */
				readonly missing: number;
			}[];
			/** Transfers between exchanges that the service requests, newest first, for a week after their end. The service never withdraws; you send the money, and it recognizes the arrival. */
			readonly planned_transfers?: readonly {
				/** Id of the transfer. */
				readonly transfer_id: string;
				/** Exchange to transfer from. */
				readonly from: string;
				/** Exchange to transfer to. */
				readonly to: string;
				/** Amount to send, whole USD. */
				readonly amount: number;
				/** Time by which it should arrive; null: unknown. ISO 8601, UTC. */
				readonly by: string | null;
				/** alert: the margin is low. pot: an autopilot. plan: a plan of yours. */
				readonly asked_by: 'alert' | 'pot' | 'plan';
				/** The pot that asks; null: none. */
				readonly pot_id: string | null;
				/** Time since which the service requests it. ISO 8601, UTC. */
				readonly planned_at: string;
				/** planned: not seen yet. sent: under way. partly: a part has arrived, the rest was not sent. arrived: all of it. late: not in time. withdrawn: no longer wanted. */
				readonly state: 'planned' | 'sent' | 'partly' | 'arrived' | 'late' | 'withdrawn';
				/** Time of the last change of state. ISO 8601, UTC. */
				readonly changed_at: string;
				/** USD that have left one exchange and have not reached the other. */
				readonly under_way: number;
				/** USD that have arrived. */
				readonly arrived: number;
				/** Why the transfer is needed. */
				readonly message: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
				/** The consequence of not sending it. */
				readonly without: {
					/** Sentence for people. */
					readonly message: string;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
				};
			}[];
			/** Active kill switches that block the caller from opening. */
			readonly halts?: readonly {
				/** user: your own halt_trading; resume_trading ends it. exchange, service: set by the operator. */
				readonly scope: 'user' | 'exchange' | 'service';
				/** Exchange on which the service opens no positions; null: all exchanges. */
				readonly exchange: string | null;
				/** Reason given by the person or agent that halted; null: none. */
				readonly reason: string | null;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
				/** Time at which it was set. ISO 8601, UTC. */
				readonly halted_at: string;
				/** Actor that set it: operator, restore (a backup was restored), or the id of a token or agent. */
				readonly halted_by: string;
				/** True when it also closes open executions. */
				readonly close_all: boolean;
			}[];
			/** Reasons why members are null or uncertain. */
			readonly reasons?: readonly Reason[];
			/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
			readonly trading_mode?: TradingMode;
			/** Open executions, and ended ones when requested, newest first. */
			readonly executions: readonly ExecutionRecord[];
			/** Keys of removed rows. */
			readonly removed: readonly string[];
			/** Keys of all rows, sorted; absent while neither the rows nor their sorting change. */
			readonly order?: readonly string[];
		};
	};
	/**
	 * The state of each execution and the last events of its journal. An ended execution remains until 20 others have ended. After each commit to the journal of one of your executions.
	 *
	 * Scope: `arb:read`.
	 */
	readonly executions: {
		/** Name of the channel in a subscription. */
		readonly name: 'executions';
		readonly params: { readonly [name: string]: never };
		/** Full state of the channel. */
		readonly snapshot: {
			/** Open executions, and up to 20 recently ended ones. */
			readonly executions: readonly {
				readonly execution: {
					/** Id of the execution, passed to methods as execution_id. */
					readonly id: string;
					/** User who owns it. */
					readonly user_id: string;
					/** Opportunity that it was opened from. */
					readonly opportunity_id: string;
					/** Job of the call that opened it, for resubmit_execute_opportunity. */
					readonly job_id: string;
					/** Coin and quote, such as BTCUSDT. */
					readonly symbol: string;
					/** Exchange pair. */
					readonly pair: string;
					/** Exchange of the long leg. */
					readonly long_exchange: string;
					/** Exchange of the short leg. */
					readonly short_exchange: string;
					/** Requested amount in USD over both legs. */
					readonly input_amount: number;
					/** Opened amount in USD over both legs. */
					readonly filled_amount: number;
					/** Leverage of each leg. */
					readonly leverage: number;
					/** Coins held on the long leg. */
					readonly long_size: number;
					/** Coins held on the short leg. */
					readonly short_size: number;
					/** Average price of the opening fills of the long leg, USD per coin. */
					readonly long_entry_price: number | null;
					/** Average price of the opening fills of the short leg, USD per coin. */
					readonly short_entry_price: number | null;
					/** Average entry price of both legs, USD per coin. */
					readonly avg_entry_price: number | null;
					/** State of the execution. needs_attention: you must act; status_reason or the journal says why. */
					readonly status: ExecutionStatus;
					/** Reason for the status, when the status alone does not explain it. */
					readonly status_reason: string | null;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly status_sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
					/** Execution mode. */
					readonly mode: ExecutionMode;
					/** Execution of the pair before, if one leg moved to another exchange since; absent otherwise. */
					readonly rolled_from?: string;
					/** Execution of the pair after, if a leg of this one moved to another exchange; absent otherwise. */
					readonly rolled_to?: string;
					/** Current exit rules, including later changes. For an ended execution: the last rules in force. Null: rule not set. */
					readonly exit: ExitInForce;
					/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
					readonly trading_mode: TradingMode;
					/** Time of acceptance. ISO 8601, UTC. */
					readonly created_at: string;
					/** Time of the last change. ISO 8601, UTC. */
					readonly updated_at: string;
					/** Time at which both exchanges were flat. ISO 8601, UTC. */
					readonly closed_at: string | null;
				};
				/** Agent that opened it; null: its owner opened it. */
				readonly agent_id: string | null;
				/** Last events of its journal, at most 10, newest last. */
				readonly events: readonly ExecutionEvent[];
				/** Number of events in the journal of the execution. */
				readonly events_total: number;
			}[];
		};
		readonly change: {
			/** Open executions, and up to 20 recently ended ones. */
			readonly executions: readonly {
				readonly execution: {
					/** Id of the execution, passed to methods as execution_id. */
					readonly id: string;
					/** User who owns it. */
					readonly user_id: string;
					/** Opportunity that it was opened from. */
					readonly opportunity_id: string;
					/** Job of the call that opened it, for resubmit_execute_opportunity. */
					readonly job_id: string;
					/** Coin and quote, such as BTCUSDT. */
					readonly symbol: string;
					/** Exchange pair. */
					readonly pair: string;
					/** Exchange of the long leg. */
					readonly long_exchange: string;
					/** Exchange of the short leg. */
					readonly short_exchange: string;
					/** Requested amount in USD over both legs. */
					readonly input_amount: number;
					/** Opened amount in USD over both legs. */
					readonly filled_amount: number;
					/** Leverage of each leg. */
					readonly leverage: number;
					/** Coins held on the long leg. */
					readonly long_size: number;
					/** Coins held on the short leg. */
					readonly short_size: number;
					/** Average price of the opening fills of the long leg, USD per coin. */
					readonly long_entry_price: number | null;
					/** Average price of the opening fills of the short leg, USD per coin. */
					readonly short_entry_price: number | null;
					/** Average entry price of both legs, USD per coin. */
					readonly avg_entry_price: number | null;
					/** State of the execution. needs_attention: you must act; status_reason or the journal says why. */
					readonly status: ExecutionStatus;
					/** Reason for the status, when the status alone does not explain it. */
					readonly status_reason: string | null;
					/** Id and facts of the sentence, for another language. Absent: it has no translation. */
					readonly status_sentence?: {
						/** Stable id of the sentence, such as verdict.low_odds. */
						readonly id: string;
						/** Figures and words of the sentence. */
						readonly facts: { readonly [name: string]: unknown };
					};
					/** Execution mode. */
					readonly mode: ExecutionMode;
					/** Execution of the pair before, if one leg moved to another exchange since; absent otherwise. */
					readonly rolled_from?: string;
					/** Execution of the pair after, if a leg of this one moved to another exchange; absent otherwise. */
					readonly rolled_to?: string;
					/** Current exit rules, including later changes. For an ended execution: the last rules in force. Null: rule not set. */
					readonly exit: ExitInForce;
					/** Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money. */
					readonly trading_mode: TradingMode;
					/** Time of acceptance. ISO 8601, UTC. */
					readonly created_at: string;
					/** Time of the last change. ISO 8601, UTC. */
					readonly updated_at: string;
					/** Time at which both exchanges were flat. ISO 8601, UTC. */
					readonly closed_at: string | null;
				};
				/** Agent that opened it; null: its owner opened it. */
				readonly agent_id: string | null;
				/** Last events of its journal, at most 10, newest last. */
				readonly events: readonly ExecutionEvent[];
				/** Number of events in the journal of the execution. */
				readonly events_total: number;
			}[];
			/** Keys of removed rows. */
			readonly removed: readonly string[];
			/** Keys of all rows, sorted; absent while neither the rows nor their sorting change. */
			readonly order?: readonly string[];
		};
	};
	/**
	 * The result of check_pair_status for the pair. When anything except times and ages changes: immediately if an exchange changes, otherwise within stream.pairStatusMs.
	 *
	 * Scope: `arb:read`.
	 */
	readonly pair_status: {
		/** Name of the channel in a subscription. */
		readonly name: `pair_status.${string}`;
		readonly params: { readonly [name: string]: never };
		/** Full state of the channel. */
		readonly snapshot: {
			/** Both exchanges in alphabetical order. */
			readonly exchangepair: string;
			/** Requested symbol in upper case; null: the whole pair. */
			readonly symbol: string | null;
			/** True when the data of both exchanges are fresh, both are tradable, and no kill switch is set. */
			readonly active: boolean;
			/** The same value as active. */
			readonly is_active: boolean;
			/** Reason why the pair is not active; null while it is active. */
			readonly reason: string | null;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
			/** Both exchanges in alphabetical order. */
			readonly exchanges: readonly {
				/** Name of the exchange. */
				readonly exchange: string;
				/** True when you have an account there. */
				readonly connected: boolean;
				/** State of its market data. */
				readonly market_data: 'fresh' | 'stale' | 'down';
				/** Whether you may open positions there. */
				readonly trading: 'enabled' | 'halted';
				/** Age of the oldest price, milliseconds. */
				readonly data_age_ms: number | null;
				/** True when the service reads the exchange only through ccxt: the service lists its pairs but cannot trade there. */
				readonly data_only: boolean;
				/** Requirements of a data-only exchange, as found at the last check. */
				readonly needs: readonly {
					/** Requirement. */
					readonly need: string;
					/** Whether the exchange meets the requirement. */
					readonly met: 'yes' | 'partly' | 'no';
					/** How it is met, or why not. */
					readonly how: string;
					/** Consequence if the requirement is not fully met. */
					readonly consequence: string | null;
				}[];
			}[];
			/** Ids of your open executions on this pair; with a symbol, only those of its coin. */
			readonly executions: readonly string[];
			/** Advice to hold or close each running execution; portfolio_live has the figures. */
			readonly advice: readonly {
				/** Id of one of these executions. */
				readonly execution_id: string;
				/** close: the mean carry of the last 30 days is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
				readonly action: 'hold' | 'close' | 'unknown';
				/** Reason for the advice, with figures. */
				readonly reason: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			}[];
			/** Time of this answer. ISO 8601, UTC. */
			readonly updated_at: string;
		};
		readonly change: {
			/** Both exchanges in alphabetical order. */
			readonly exchangepair: string;
			/** Requested symbol in upper case; null: the whole pair. */
			readonly symbol: string | null;
			/** True when the data of both exchanges are fresh, both are tradable, and no kill switch is set. */
			readonly active: boolean;
			/** The same value as active. */
			readonly is_active: boolean;
			/** Reason why the pair is not active; null while it is active. */
			readonly reason: string | null;
			/** Id and facts of the sentence, for another language. Absent: it has no translation. */
			readonly sentence?: {
				/** Stable id of the sentence, such as verdict.low_odds. */
				readonly id: string;
				/** Figures and words of the sentence. */
				readonly facts: { readonly [name: string]: unknown };
			};
			/** Both exchanges in alphabetical order. */
			readonly exchanges: readonly {
				/** Name of the exchange. */
				readonly exchange: string;
				/** True when you have an account there. */
				readonly connected: boolean;
				/** State of its market data. */
				readonly market_data: 'fresh' | 'stale' | 'down';
				/** Whether you may open positions there. */
				readonly trading: 'enabled' | 'halted';
				/** Age of the oldest price, milliseconds. */
				readonly data_age_ms: number | null;
				/** True when the service reads the exchange only through ccxt: the service lists its pairs but cannot trade there. */
				readonly data_only: boolean;
				/** Requirements of a data-only exchange, as found at the last check. */
				readonly needs: readonly {
					/** Requirement. */
					readonly need: string;
					/** Whether the exchange meets the requirement. */
					readonly met: 'yes' | 'partly' | 'no';
					/** How it is met, or why not. */
					readonly how: string;
					/** Consequence if the requirement is not fully met. */
					readonly consequence: string | null;
				}[];
			}[];
			/** Ids of your open executions on this pair; with a symbol, only those of its coin. */
			readonly executions: readonly string[];
			/** Advice to hold or close each running execution; portfolio_live has the figures. */
			readonly advice: readonly {
				/** Id of one of these executions. */
				readonly execution_id: string;
				/** close: the mean carry of the last 30 days is below 0 and the forecast loss over the next 30 days exceeds half the cost of a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
				readonly action: 'hold' | 'close' | 'unknown';
				/** Reason for the advice, with figures. */
				readonly reason: string;
				/** Id and facts of the sentence, for another language. Absent: it has no translation. */
				readonly sentence?: {
					/** Stable id of the sentence, such as verdict.low_odds. */
					readonly id: string;
					/** Figures and words of the sentence. */
					readonly facts: { readonly [name: string]: unknown };
				};
			}[];
			/** Time of this answer. ISO 8601, UTC. */
			readonly updated_at: string;
		};
	};
	/**
	 * Your alerts. When an alert is raised.
	 *
	 * Scope: `arb:read`.
	 */
	readonly alerts: {
		/** Name of the channel in a subscription. */
		readonly name: 'alerts';
		readonly params: { readonly [name: string]: never };
		/** Full state of the channel. */
		readonly snapshot: {
			/** The last 50 alerts, newest first. */
			readonly alerts: readonly Alert[];
		};
		readonly change: {
			/** The last 50 alerts, newest first. */
			readonly alerts: readonly Alert[];
			/** Keys of removed rows. */
			readonly removed: readonly string[];
			/** Keys of all rows, sorted; absent while neither the rows nor their sorting change. */
			readonly order?: readonly string[];
		};
	};
	/**
	 * Heartbeats for clients that cannot see pings, such as browsers. Every interval_seconds.
	 *
	 * Scope: none, it is public.
	 */
	readonly heartbeat: {
		/** Name of the channel in a subscription. */
		readonly name: 'heartbeat';
		readonly params: {
			/** Seconds between two heartbeats. At least 1, at most 60. Default 15. */
			readonly interval_seconds?: number | undefined;
		};
		/** Full state of the channel. */
		readonly snapshot: {
			/** Clock of the service. ISO 8601, UTC. */
			readonly time: string;
		};
		readonly change: {
			/** Clock of the service. ISO 8601, UTC. */
			readonly time: string;
		};
	};
};

/** Name of a channel in a subscription, such as `portfolio` or `opportunities.bybit-kucoin`. */
export type ChannelName = Channels[keyof Channels]['name'];

type KindOf<C extends ChannelName> = C extends `${infer Kind extends keyof Channels}.${string}`
	? Kind
	: C extends keyof Channels
		? C
		: never;

export type ChannelParams<C extends ChannelName> = Channels[KindOf<C>]['params'];

export type ChannelState<C extends ChannelName> = Channels[KindOf<C>]['snapshot'];

export type ChannelChange<C extends ChannelName> = Channels[KindOf<C>]['change'];

/** Values of `error.data.code` with their JSON-RPC code, and whether the same call may succeed later. */
export type ErrorCodes = {
	/** The body is not JSON. Send one JSON value, UTF-8. (JSON-RPC code -32700) */
	readonly PARSE_ERROR: { readonly rpcCode: -32700; readonly retryable: false };
	/** The envelope is not a JSON-RPC 2.0 request. Send jsonrpc "2.0", a method name, params as an object and an id. (JSON-RPC code -32600) */
	readonly INVALID_REQUEST: { readonly rpcCode: -32600; readonly retryable: false };
	/** The batch has no entries. Send at least one request. (JSON-RPC code -32600) */
	readonly BATCH_EMPTY: { readonly rpcCode: -32600; readonly retryable: false };
	/** The batch has too many entries. Split it; the message states the limit. (JSON-RPC code -32600) */
	readonly BATCH_TOO_LARGE: { readonly rpcCode: -32600; readonly retryable: false };
	/** The method is not allowed in a batch, or the combined answers of the batch are too large. Call the method alone; the message states the limit. (JSON-RPC code -32600) */
	readonly NOT_IN_BATCH: { readonly rpcCode: -32600; readonly retryable: false };
	/** The body exceeds the size limit. Send less; the message states the limit. (JSON-RPC code -32600) */
	readonly BODY_TOO_LARGE: { readonly rpcCode: -32600; readonly retryable: false };
	/** The Content-Type is not application/json. Send Content-Type: application/json. (JSON-RPC code -32600) */
	readonly CONTENT_TYPE: { readonly rpcCode: -32600; readonly retryable: false };
	/** No such path. POST to /jsonrpc/, with the trailing slash. (JSON-RPC code -32600) */
	readonly NOT_FOUND: { readonly rpcCode: -32600; readonly retryable: false };
	/** The path does not accept this HTTP method. Use POST. (JSON-RPC code -32600) */
	readonly METHOD_NOT_ALLOWED: { readonly rpcCode: -32600; readonly retryable: false };
	/** The request came from a web page on another site, or used a host name that this service does not accept. Call the service from a program, at its own address. (JSON-RPC code -32600) */
	readonly ORIGIN_NOT_ALLOWED: { readonly rpcCode: -32600; readonly retryable: false };
	/** A method that trades was called as a notification, so it did nothing. Send an id, so that the service can answer. (JSON-RPC code -32600) */
	readonly NOTIFICATION_REFUSED: { readonly rpcCode: -32600; readonly retryable: false };
	/** No such method. See docs/rpc.md for the methods. (JSON-RPC code -32601) */
	readonly METHOD_NOT_FOUND: { readonly rpcCode: -32601; readonly retryable: false };
	/** A parameter is missing, unknown, of the wrong type or out of range. Correct the field that the message names. (JSON-RPC code -32602) */
	readonly INVALID_PARAMS: { readonly rpcCode: -32602; readonly retryable: false };
	/** No opportunity with this id was ever issued. Use an id from get_opportunities. (JSON-RPC code -32602) */
	readonly UNKNOWN_OPPORTUNITY: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no execution with this id. Use an id from portfolio_live. (JSON-RPC code -32602) */
	readonly UNKNOWN_EXECUTION: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no token with this id. Use an id from the list of tokens. (JSON-RPC code -32602) */
	readonly UNKNOWN_TOKEN: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no agent with this id. Use an id from the list of agents. (JSON-RPC code -32602) */
	readonly UNKNOWN_AGENT: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no job with this id. Use a job_id from portfolio_live. (JSON-RPC code -32602) */
	readonly UNKNOWN_JOB: { readonly rpcCode: -32602; readonly retryable: false };
	/** The exchange pair is not configured on this service. Use a pair from exchange_pair. (JSON-RPC code -32602) */
	readonly UNKNOWN_EXCHANGE_PAIR: { readonly rpcCode: -32602; readonly retryable: false };
	/** No exchange of the call lists this symbol. Use a symbol from get_opportunities or a coin from funding_map. (JSON-RPC code -32602) */
	readonly UNKNOWN_SYMBOL: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no connected exchange account with this id. Use an id from account_exchange_pair. (JSON-RPC code -32602) */
	readonly UNKNOWN_ACCOUNT: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no alert target with this id. Use an id from list_alert_targets. (JSON-RPC code -32602) */
	readonly UNKNOWN_ALERT_TARGET: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no alert rule with this id. Use an id from list_alert_rules. (JSON-RPC code -32602) */
	readonly UNKNOWN_ALERT_RULE: { readonly rpcCode: -32602; readonly retryable: false };
	/** The confirmation code is wrong or has expired. Enter the code from the latest mail, or request a new one with send_alert_code. (JSON-RPC code -32602) */
	readonly WRONG_CONFIRMATION_CODE: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have reached the limit of alert targets. Remove one; the message states the limit. (JSON-RPC code -32000) */
	readonly TOO_MANY_ALERT_TARGETS: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have reached the limit of alert rules. Remove one; the message states the limit. (JSON-RPC code -32000) */
	readonly TOO_MANY_ALERT_RULES: { readonly rpcCode: -32000; readonly retryable: false };
	/** The service has reached its limit of heartbeats. Ask the operator to raise alerts.heartbeatsMax. (JSON-RPC code -32000) */
	readonly TOO_MANY_HEARTBEATS: { readonly rpcCode: -32000; readonly retryable: false };
	/** The address of this e-mail target is not confirmed. Call confirm_alert_target with the code from the mail. (JSON-RPC code -32000) */
	readonly ALERT_TARGET_UNCONFIRMED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The address of this alert target needs no confirmation. Nothing: the target receives alerts. (JSON-RPC code -32000) */
	readonly ALERT_TARGET_CONFIRMED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The operator has not configured a mail server. Use another kind of target, or ask the operator to configure the mail section. (JSON-RPC code -32000) */
	readonly MAIL_NOT_CONFIGURED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The mail server did not accept the confirmation mail. Check the address; otherwise try again later. (JSON-RPC code -32000) */
	readonly MAIL_NOT_SENT: { readonly rpcCode: -32000; readonly retryable: true };
	/** You have no pot with this id. Use an id from autopilot_status. (JSON-RPC code -32602) */
	readonly UNKNOWN_POT: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no decision with this id, or it has no such change. Use an id from the decisions of autopilot_status. (JSON-RPC code -32602) */
	readonly UNKNOWN_DECISION: { readonly rpcCode: -32602; readonly retryable: false };
	/** The service runs in live mode, and the call does not confirm real orders. Name the exchanges of the pot in confirm_live. (JSON-RPC code -32602) */
	readonly POT_NOT_CONFIRMED: { readonly rpcCode: -32602; readonly retryable: false };
	/** The pot is stopping or stopped, which is final, or it holds nothing that it could close. Start another pot. (JSON-RPC code -32000) */
	readonly POT_STOPPED: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have reached the limit of pots. Stop one; the message states the limit. (JSON-RPC code -32000) */
	readonly TOO_MANY_POTS: { readonly rpcCode: -32000; readonly retryable: false };
	/** No change of the decision waits for a confirmation. Read autopilot_status; the changes were made, declined or replaced, or they expired. (JSON-RPC code -32000) */
	readonly NOTHING_TO_CONFIRM: { readonly rpcCode: -32000; readonly retryable: false };
	/** The change costs more than the plan allowed. Nothing: the next decision plans again. (JSON-RPC code -32000) */
	readonly NO_LONGER_PAYS: { readonly rpcCode: -32000; readonly retryable: false };
	/** An opening of the pot ended without a position. Nothing: the next decision plans again. (JSON-RPC code -32000) */
	readonly POT_OPENING_FAILED: { readonly rpcCode: -32000; readonly retryable: true };
	/** You have no linked chat with this id. Use an id from list_chats. (JSON-RPC code -32602) */
	readonly UNKNOWN_CHAT: { readonly rpcCode: -32602; readonly retryable: false };
	/** The operator has configured no chat bot. Set the tokens of section chat (docs/chat.md). (JSON-RPC code -32000) */
	readonly CHAT_NOT_SET_UP: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have reached the limit of linked chats. Remove one; the message states the limit. (JSON-RPC code -32000) */
	readonly TOO_MANY_CHATS: { readonly rpcCode: -32000; readonly retryable: false };
	/** No plan meets all limits of the call. Widen one of the limits that the message names. (JSON-RPC code -32000) */
	readonly PLAN_CONTRADICTION: { readonly rpcCode: -32000; readonly retryable: false };
	/** The plan was not computed: its solver did not answer. Call again. If it happens again, tell the operator. (JSON-RPC code -32000) */
	readonly PLAN_UNAVAILABLE: { readonly rpcCode: -32000; readonly retryable: true };
	/** The operator has switched replays off. Run carrywire replay on your own machine. (JSON-RPC code -32000) */
	readonly REPLAY_OFF: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have no replay with this id. Use an id from replay_status. (JSON-RPC code -32602) */
	readonly UNKNOWN_REPLAY: { readonly rpcCode: -32602; readonly retryable: false };
	/** The named data or policy file cannot be read. Choose others from the choices of replay_status, or tell the operator. (JSON-RPC code -32000) */
	readonly REPLAY_DATA: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have reached the limit of waiting replays. Wait for one to end, or cancel one; the message states the limit. (JSON-RPC code -32000) */
	readonly REPLAY_QUEUE_FULL: { readonly rpcCode: -32000; readonly retryable: true };
	/** The replay is waiting or running, so it has no result yet. Read replay_status until it ends. (JSON-RPC code -32000) */
	readonly REPLAY_NOT_DONE: { readonly rpcCode: -32000; readonly retryable: true };
	/** The replay has no such result: it failed, or its result lacks this part. Read the reason in replay_status, or ask for another part. (JSON-RPC code -32000) */
	readonly REPLAY_NO_RESULT: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have no preview with this id. Request a preview first. (JSON-RPC code -32602) */
	readonly UNKNOWN_PREVIEW: { readonly rpcCode: -32602; readonly retryable: false };
	/** No channel has this name. Use a channel from the message; replace the names in angle brackets with your own values. (JSON-RPC code -32602) */
	readonly UNKNOWN_CHANNEL: { readonly rpcCode: -32602; readonly retryable: false };
	/** This connection has no subscription with this id. Use an id that subscribe returned on the same connection. (JSON-RPC code -32602) */
	readonly UNKNOWN_SUBSCRIPTION: { readonly rpcCode: -32602; readonly retryable: false };
	/** The params differ from those of the preview. Send the params that were previewed. (JSON-RPC code -32602) */
	readonly PREVIEW_MISMATCH: { readonly rpcCode: -32602; readonly retryable: false };
	/** A trade over MCP had no preview; nothing was sent. Check the preview in the answer, then call again with its preview_id and the same params. (JSON-RPC code -32602) */
	readonly PREVIEW_REQUIRED: { readonly rpcCode: -32602; readonly retryable: false };
	/** The service failed internally. Give the ref to the operator, who can find the fault in the log. (JSON-RPC code -32603) */
	readonly INTERNAL_ERROR: { readonly rpcCode: -32603; readonly retryable: false };
	/** The service is starting or stopping. Call again. (JSON-RPC code -32603) */
	readonly NOT_READY: { readonly rpcCode: -32603; readonly retryable: true };
	/** The method did not answer in time; its work continues. Check portfolio_live before calling again. (JSON-RPC code -32603) */
	readonly TIMEOUT: { readonly rpcCode: -32603; readonly retryable: true };
	/** The service cannot write its journal, so it neither opens nor closes positions. Free disk space or repair the data directory. (JSON-RPC code -32603) */
	readonly STORE_UNAVAILABLE: { readonly rpcCode: -32603; readonly retryable: true };
	/** The opportunity was issued earlier and no longer exists. Call get_opportunities again. (JSON-RPC code -32000) */
	readonly OPPORTUNITY_EXPIRED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The limit of WebSockets or subscriptions is reached. Close a WebSocket or a subscription, or use params that others already subscribe to; the message states the limit. (JSON-RPC code -32000) */
	readonly SUBSCRIPTION_LIMIT: { readonly rpcCode: -32000; readonly retryable: true };
	/** The net APR is below min_net_apr, or unknown. Lower min_net_apr or wait. (JSON-RPC code -32000) */
	readonly EDGE_GONE: { readonly rpcCode: -32000; readonly retryable: true };
	/** only_if_trade was set and the verdict is not trade. Wait, or call again without only_if_trade. (JSON-RPC code -32000) */
	readonly NO_TRADE: { readonly rpcCode: -32000; readonly retryable: true };
	/** This mode does not work for the trade. Use auto or another amount; the message states the reason. (JSON-RPC code -32000) */
	readonly MODE_NOT_AVAILABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The mode is live, but this start did not confirm real orders. List the exchanges for real orders with --live or CARRYWIRE_LIVE. (JSON-RPC code -32000) */
	readonly LIVE_NOT_CONFIRMED: { readonly rpcCode: -32000; readonly retryable: false };
	/** In testnet and live mode, an account must pass its self-check before the service opens positions on it. Read self_check in account_exchange_pair, fix the problems it lists, and call check_exchange_account. (JSON-RPC code -32000) */
	readonly SELF_CHECK_NOT_PASSED: { readonly rpcCode: -32000; readonly retryable: true };
	/** The account's order stream did not report its latest orders, so the service opens no positions on this account. Wait: the service reconnects the stream by itself. If it stays silent, follow the message. (JSON-RPC code -32000) */
	readonly STREAM_SILENT: { readonly rpcCode: -32000; readonly retryable: true };
	/** An exit rule would close the execution as soon as it opens, or contradicts another rule. Change or omit the rule in the reported field. (JSON-RPC code -32000) */
	readonly EXIT_RULE_CONFLICT: { readonly rpcCode: -32000; readonly retryable: false };
	/** A price that the trade needs is too old. Call again when the feed is fresh. (JSON-RPC code -32000) */
	readonly QUOTE_STALE: { readonly rpcCode: -32000; readonly retryable: true };
	/** An order book's mid price is too far from its exchange's mark or index price, or one of these prices is unknown. Wait until the book recovers. (JSON-RPC code -32000) */
	readonly PRICE_COLLAR: { readonly rpcCode: -32000; readonly retryable: true };
	/** An exchange of the pair is down, stale or halted. Call check_pair_status. (JSON-RPC code -32000) */
	readonly PAIR_INACTIVE: { readonly rpcCode: -32000; readonly retryable: true };
	/** The service only reads data from an exchange of this opportunity and does not trade there. Choose an opportunity without the DATA_ONLY guard; exchange_pair lists the read-only exchanges. (JSON-RPC code -32000) */
	readonly EXCHANGE_NOT_TRADED: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have no account connected at this exchange. Connect one. (JSON-RPC code -32000) */
	readonly EXCHANGE_NOT_CONNECTED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The service runs in paper mode: it trades its own paper accounts at real prices and accepts no exchange keys. Use the paper accounts, which every user has. To use real keys, run a second service in live mode with its own data directory. (JSON-RPC code -32000) */
	readonly PAPER_NEEDS_NO_KEY: { readonly rpcCode: -32000; readonly retryable: false };
	/** The exchange refuses the key, or the key has expired. Create another key at the exchange. If the key has an IP allowlist, add the IP address of this service. (JSON-RPC code -32000) */
	readonly KEY_REFUSED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The key could withdraw money. The service does not store such keys. Create a key that may trade and nothing more. (JSON-RPC code -32000) */
	readonly KEY_CAN_WITHDRAW: { readonly rpcCode: -32000; readonly retryable: false };
	/** The key may not trade perpetual futures. Add that permission at the exchange, or create another key. (JSON-RPC code -32000) */
	readonly KEY_CANNOT_TRADE: { readonly rpcCode: -32000; readonly retryable: false };
	/** This exchange account or key is already connected. Check account_exchange_pair; the user who connected it must disconnect it first. (JSON-RPC code -32000) */
	readonly ACCOUNT_ALREADY_CONNECTED: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have reached the limit of connected accounts at this exchange. Disconnect one; the message states the limit. (JSON-RPC code -32000) */
	readonly TOO_MANY_ACCOUNTS: { readonly rpcCode: -32000; readonly retryable: false };
	/** The active account at the exchange has executions that are open or opening. Close the listed executions, or disconnect with close_first. (JSON-RPC code -32000) */
	readonly EXECUTIONS_RUNNING: { readonly rpcCode: -32000; readonly retryable: true };
	/** The account has less available margin than the leg needs. Deposit more, or lower the amount. (JSON-RPC code -32000) */
	readonly INSUFFICIENT_MARGIN: { readonly rpcCode: -32000; readonly retryable: true };
	/** A leg would be below an exchange minimum, when opened or when closed. Raise the amount; the message states the minimum. (JSON-RPC code -32000) */
	readonly BELOW_MIN_NOTIONAL: { readonly rpcCode: -32000; readonly retryable: false };
	/** The order book is too thin: filling the quantity would exceed the slippage limit. Lower the amount or widen max_slippage_bps. (JSON-RPC code -32000) */
	readonly INSUFFICIENT_DEPTH: { readonly rpcCode: -32000; readonly retryable: true };
	/** A guard blocks this opportunity, such as stale or missing data, or a different coin with the same ticker. Read the guards and reasons of the opportunity. (JSON-RPC code -32000) */
	readonly OPPORTUNITY_GUARDED: { readonly rpcCode: -32000; readonly retryable: true };
	/** The account already holds this contract on the opposite side, at a different leverage, or in a size that your executions do not account for. Use the same side and leverage, or close that position first. (JSON-RPC code -32000) */
	readonly POSITION_CONFLICT: { readonly rpcCode: -32000; readonly retryable: false };
	/** The exchange rejects the orders that close another execution in this contract. Wait until that execution is closed (portfolio_live), or trade another contract. (JSON-RPC code -32000) */
	readonly CLOSE_REFUSED: { readonly rpcCode: -32000; readonly retryable: true };
	/** An exchange refuses this leverage or margin mode. Use a lower leverage. (JSON-RPC code -32000) */
	readonly LEVERAGE_REFUSED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The preview has expired, or its costs or expected net moved out of bounds. Request a new preview. (JSON-RPC code -32000) */
	readonly PREVIEW_EXCEEDED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The legs' quote currencies have lost their peg to each other. Wait until they trade at par again. (JSON-RPC code -32000) */
	readonly QUOTE_DEPEG: { readonly rpcCode: -32000; readonly retryable: true };
	/** A limit of the service, the user or the agent blocks this. Lower the amount; the message names the check and its limit. (JSON-RPC code -32000) */
	readonly RISK_LIMIT: { readonly rpcCode: -32000; readonly retryable: false };
	/** Openings are halted, or an exchange recently left too many requests unanswered. Resume trading, or wait. (JSON-RPC code -32000) */
	readonly TRADING_HALTED: { readonly rpcCode: -32000; readonly retryable: true };
	/** The execution is already closing, and this call requests something different: a partial close, a tighter slippage limit, or keep. Call close_execution without share or max_slippage_bps to wait until it is closed, or follow it in portfolio_live. (JSON-RPC code -32000) */
	readonly ALREADY_CLOSING: { readonly rpcCode: -32000; readonly retryable: true };
	/** The call closes a part of an execution that is not running yet. Omit share and amount to close everything. Or stop the opening with cancel_execution and keep: true, then close a part. (JSON-RPC code -32000) */
	readonly NOT_CLOSABLE: { readonly rpcCode: -32000; readonly retryable: true };
	/** The execution is no longer opening: it is running or has ended. There is nothing to cancel. Close a running one with close_execution. (JSON-RPC code -32000) */
	readonly NOT_CANCELABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The execution is not running, or has no max_epochs to extend. Check its status in portfolio_live; set max_epochs with update_exit. (JSON-RPC code -32000) */
	readonly NOT_CONTINUABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The execution cannot move a leg: it does not run with equal legs, one of its legs is moving already, it is an emergency hedge, it was reduced while the call was being checked, or the leg that stays is on an account that is not in use. Check its status in portfolio_live. (JSON-RPC code -32000) */
	readonly NOT_ROLLABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The execution is closing or has ended, so its exit rules no longer apply. Check its status in portfolio_live. (JSON-RPC code -32000) */
	readonly EXIT_NOT_CHANGEABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The job did not fail, so it cannot be retried. Call execute_opportunity for another execution. (JSON-RPC code -32000) */
	readonly NOT_RESUBMITTABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** This idempotency key was used before with other params. Use a new key. (JSON-RPC code -32000) */
	readonly IDEMPOTENCY_CONFLICT: { readonly rpcCode: -32000; readonly retryable: false };
	/** The exchange does not support OAuth, or this service is not registered there. Connect the account with an API key. (JSON-RPC code -32000) */
	readonly EXCHANGE_OAUTH_NOT_OFFERED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The redirect back from the exchange is unknown, already used, expired, or meant for another browser or user. Start the connection again. (JSON-RPC code -32000) */
	readonly EXCHANGE_OAUTH_STATE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The user declined the connection on the exchange’s page, or the exchange refused it. Start the connection again, or connect with an API key. (JSON-RPC code -32000) */
	readonly EXCHANGE_OAUTH_REFUSED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The exchange returned no usable answer while the service connected an account. Start the connection again. (JSON-RPC code -32000) */
	readonly EXCHANGE_OAUTH_FAILED: { readonly rpcCode: -32000; readonly retryable: true };
	/** An exchange did not answer a request that the call needs. Call again. (JSON-RPC code -32000) */
	readonly VENUE_UNAVAILABLE: { readonly rpcCode: -32000; readonly retryable: true };
	/** The rate limit of an exchange is reached. Wait retry_after_ms. (JSON-RPC code -32000) */
	readonly VENUE_RATE_LIMITED: { readonly rpcCode: -32000; readonly retryable: true };
	/** The bearer token is missing, unknown, expired or revoked. Send Authorization: Bearer with a valid token. (JSON-RPC code 401) */
	readonly UNAUTHORIZED: { readonly rpcCode: 401; readonly retryable: false };
	/** The login proof failed; `reason` states why. Start the login again. (JSON-RPC code 401) */
	readonly LOGIN_REFUSED: { readonly rpcCode: 401; readonly retryable: false };
	/** An identity provider or a blockchain node that the login needs did not answer. Try again in a moment. (JSON-RPC code -32000) */
	readonly LOGIN_UNAVAILABLE: { readonly rpcCode: -32000; readonly retryable: true };
	/** The token lacks the scope of this method. Use a token with that scope. (JSON-RPC code 403) */
	readonly FORBIDDEN: { readonly rpcCode: 403; readonly retryable: false };
	/** Only a logged-in browser session may do this. Use the dashboard. (JSON-RPC code 403) */
	readonly LOGIN_REQUIRED: { readonly rpcCode: 403; readonly retryable: false };
	/** The form did not come from a page of this service. Open the page again and submit its form. (JSON-RPC code 403) */
	readonly FORM_REFUSED: { readonly rpcCode: 403; readonly retryable: false };
	/** The identity is proven, but this service does not admit it. Ask the operator to add you to auth.admitted. (JSON-RPC code 403) */
	readonly LOGIN_NOT_ADMITTED: { readonly rpcCode: 403; readonly retryable: false };
	/** The agent is stopped permanently. Create another agent. (JSON-RPC code -32000) */
	readonly AGENT_STOPPED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The caller is an agent that is stopped or may not make this call; only its owner may. The owner must make this call. (JSON-RPC code 403) */
	readonly AGENT_NOT_ALLOWED: { readonly rpcCode: 403; readonly retryable: false };
	/** Too many calls. Wait for retry_after_ms. (JSON-RPC code 429) */
	readonly RATE_LIMITED: { readonly rpcCode: 429; readonly retryable: true };
};

export type ErrorCode = keyof ErrorCodes;

/** Error codes after which the unchanged call may succeed later. */
export type RetryableCode = {
	[C in ErrorCode]: ErrorCodes[C]['retryable'] extends true ? C : never;
}[ErrorCode];
