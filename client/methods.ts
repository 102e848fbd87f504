// Written by scripts/generate-docs.ts from the code. Change the code, not this file.

/**
 * Types of every method of the service: what it takes and what it answers. Numbers are JSON numbers, which JavaScript
 * reads as doubles; the service writes at most 15 significant digits, so that a double reads what was written.
 * Rates and shares are fractions (0.0001 is 0.01 %), names that end in `_pct` are percent, money is USD, unknown is `null`.
 */

/** Which money: of simulated exchanges, of paper accounts at real prices, or real. */
export type TradingMode = 'simulated' | 'paper' | 'testnet' | 'live';

/** Why a member is null or doubtful. */
export type Reason = {
	/** Path of the member. */
	readonly field: string;
	/** For programs. */
	readonly code: string;
	/** For people. */
	readonly message: string;
};

/** How the legs are worked. */
export type ExecutionMode = 'auto' | 'grid' | 'single-direct' | 'single-delay';

/** Where an execution stands. */
export type ExecutionStatus =
	| 'queued'
	| 'opening'
	| 'running'
	| 'closing'
	| 'closed'
	| 'failed'
	| 'needs_attention';

/** What is expected to be left of an opportunity, after every cost. */
export type Net = {
	/** USD over both legs that the figures are for. */
	readonly amount: number;
	/** Hours that the figures are for: those that the caller named, else the best of 8, 24, 72, 168, 336, 720, that with the largest expected_net. */
	readonly horizon_hours: number;
	/** Leverage that the figures are for. */
	readonly leverage: number;
	/** Funding received minus paid over the horizon, whole settlements of both clocks. */
	readonly expected_carry: number | null;
	/** Standard deviation of that carry. */
	readonly carry_sd: number | null;
	/** What opening and closing cost. */
	readonly cost: {
		/** Fees of both entry fills. */
		readonly entry_fees: number | null;
		/** Fees of both exit fills. */
		readonly exit_fees: number | null;
		/** Both legs, each VWAP against its own mid. */
		readonly entry_slippage: number | null;
		/** The same for the way out, from the books as they stand. */
		readonly exit_slippage: number | null;
		/** Expected price basis at exit − price basis now; positive is a cost. */
		readonly basis: number | null;
		/** Sum of the five parts. */
		readonly total: number | null;
	};
	/** expected_carry − cost.total. */
	readonly expected_net: number | null;
	/** expected_net × 8760 / horizon_hours: a rate per year, which compares horizons. */
	readonly net_apr: number | null;
	/** net_apr × leverage / 2. */
	readonly net_apr_on_capital: number | null;
	/** P(net > 0). */
	readonly probability_positive: number | null;
	/** P(received carry over the horizon < 0). */
	readonly reversal_probability: number | null;
	/** When expected carry has paid all costs for good; null when it does not within 2,160 h. */
	readonly break_even_hours: number | null;
	/** Horizon up to 2,160 h with the largest expected net per hour of capital; horizon_hours has the largest in all. */
	readonly best_horizon_hours: number | null;
	/** trade: no blocking guard, expected_net above 0, probability_positive at least 0.6, a mean above 5 % a year over the last 30 days in this direction, and 30 days of own history. unknown: an input is. no_trade: all else. */
	readonly verdict: 'trade' | 'no_trade' | 'unknown';
	/** Why the verdict is what it is. */
	readonly reasons: readonly string[];
	/** What the expectation is founded on; null: nothing is expected. */
	readonly model: {
		/** The pair's own history, or what all pairs have in common. */
		readonly basis: 'own_history' | 'pooled_prior';
		/** Hours that both legs are known to have paid for. */
		readonly observations: number;
		/** Its past promises were held against what arrived, and the pair has its own history. */
		readonly calibrated: boolean;
	} | null;
};

/** The shares of `Net` in USD. */
export type Cash = {
	/** Coins of each leg. */
	readonly quantity: number;
	/** USD of one leg, at the mid of the long leg's book: what the shares are of. */
	readonly leg_notional: number;
	/** USD: funding received minus paid over the horizon, rounded down. */
	readonly expected_carry: number | null;
	/** USD, rounded up like every cost: fees of both entry fills. */
	readonly entry_fees: number | null;
	/** USD: fees of both exit fills. */
	readonly exit_fees: number | null;
	/** USD: both legs, each VWAP against its own mid. */
	readonly entry_slippage: number | null;
	/** USD: the same for the way out, from the books as they stand. */
	readonly exit_slippage: number | null;
	/** USD: expected price basis at exit − price basis now; positive is a cost. */
	readonly basis: number | null;
	/** USD: sum of the five parts. */
	readonly total: number | null;
	/** USD: expected_carry − total. */
	readonly expected_net: number | null;
};

/** One pair of instruments of a coin on two exchanges, in the direction that pays. */
export type Opportunity = {
	/** Follows from (long instrument, short instrument). */
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
	/** What the long leg is settled in. */
	readonly long_quote: string;
	/** What the short leg is settled in. */
	readonly short_quote: string;
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** The same value as exchangepair. */
	readonly venues: string;
	/** Exchange of the long leg. */
	readonly long_venue: string;
	/** Exchange of the short leg. */
	readonly short_venue: string;
	/** Long KuCoin / Short Bybit. It is the sign of the carry expected over 720 hours, whatever the horizon; where that is nearly 0 or unknown, the sign of the headline. */
	readonly direction: string;
	/** Running estimate for the coming settlement, per its own interval. */
	readonly long_rate: number | null;
	/** Running estimate for the coming settlement, per its own interval. */
	readonly short_rate: number | null;
	/** Hours between settlements. */
	readonly long_interval_hours: number | null;
	/** Hours between settlements. */
	readonly short_interval_hours: number | null;
	/** Next settlement of the long leg. Unix seconds. */
	readonly long_next_funding_timestamp: number | null;
	/** Next settlement of the short leg. Unix seconds. */
	readonly short_next_funding_timestamp: number | null;
	/** The earlier of both. Unix seconds. */
	readonly next_funding_timestamp: number | null;
	/** The longer interval. */
	readonly epoch_hours: number | null;
	/** (short rate per hour − long rate per hour) × epoch_hours, before every cost. */
	readonly spread: number | null;
	/** The same value as spread. */
	readonly funding_delta: number | null;
	/** spread / epoch_hours × 8760, on one leg's notional. */
	readonly apr: number | null;
	/** expected_carry × epoch_hours / horizon_hours. */
	readonly chosen_per_epoch: number | null;
	/** What is left of it, in shares of one leg's notional. */
	readonly net: Net;
	/** VWAP of the long leg at amount, USD per coin. */
	readonly long_price: number | null;
	/** VWAP of the short leg at amount, USD per coin. */
	readonly short_price: number | null;
	/** short mid / long mid − 1. */
	readonly price_basis: number | null;
	/** Largest amount (USD) whose slippage stays inside the configured bound on each leg. */
	readonly max_amount: number | null;
	/** Smallest amount (USD) that both exchanges take, as one order on each leg, at this leverage: lots, minimum quantities and notionals of both legs, also after the stress move (risk.stressMovePct). */
	readonly min_amount: number | null;
	/** USD traded in 24 hours: the smaller of both legs. */
	readonly volume_24h: number | null;
	/** 1 to 10; 10 is deep. */
	readonly liquidity_score: number | null;
	/** 1 to 10; 10 is dangerous. */
	readonly risk_score: number | null;
	/** True when the headline of the moment points the other way. */
	readonly anomaly_direction: boolean;
	/** Why the direction is not that of the headline. */
	readonly anomaly_reason: string | null;
	/** Codes that stand against a trade now. */
	readonly guards: readonly string[];
	/** Why a member is null or doubtful. */
	readonly reasons: readonly Reason[];
	/** Newest input. Unix seconds. */
	readonly updated_at: number;
	/** Age of the oldest input, milliseconds. */
	readonly age_ms: number | null;
	/** When the oldest input becomes stale. ISO 8601, UTC. */
	readonly expires_at: string | null;
};

/** Where a page stands in the whole list. */
export type Pagination = {
	/** Page that is answered, from 1. */
	readonly current_page: number;
	/** Records per page. */
	readonly per_page: number;
	/** Records on all pages. */
	readonly total_count: number;
	/** Pages there are. */
	readonly total_pages: number;
	/** There is a page after this one. */
	readonly has_next: boolean;
	/** There is a page before this one. */
	readonly has_previous: boolean;
};

/** A page of opportunities. */
export type OpportunityPage = {
	/** Best first. */
	readonly data: readonly Opportunity[];
	readonly pagination: Pagination;
	/** The instant that the list is of: its order and every record. ISO 8601, UTC. */
	readonly as_of: string;
};

/** An opportunity from its first sight to its end. */
export type OpportunityLife = {
	/** Whose life it is. */
	readonly opportunity_id: string;
	/** Coin and quote, such as BTCUSDT. */
	readonly symbol: string;
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** open: it is there now. */
	readonly state: 'open' | 'ended';
	/** When it began. ISO 8601, UTC. */
	readonly first_seen: string;
	/** When it was seen last. ISO 8601, UTC. */
	readonly last_seen: string;
	/** Largest spread. */
	readonly peak_spread: number | null;
	/** Of it. ISO 8601, UTC. */
	readonly peak_spread_at: string | null;
	/** Largest expected_net at default terms. */
	readonly peak_expected_net: number | null;
	/** Of it. ISO 8601, UTC. */
	readonly peak_expected_net_at: string | null;
	/** When it ended; null while it is open. ISO 8601, UTC. */
	readonly ended_at: string | null;
	/** turned: the other direction pays. delisted: an exchange no longer lists an instrument. venue_gone: an exchange is no longer configured. service_stopped: it was not seen again after a pause of the service. */
	readonly end_reason: 'turned' | 'delisted' | 'venue_gone' | 'service_stopped' | null;
	/** Why a member is null or doubtful. */
	readonly reasons: readonly Reason[];
};

/** The exit rules of an execution as they stand. */
export type ExitInForce = {
	/** Closed so many hours after it was opened. */
	readonly max_hours: number | null;
	/** Closed after so many epochs. */
	readonly max_epochs: number | null;
	/** Closed at this profit, percent of the capital. */
	readonly take_profit_pct: number | null;
	/** Closed at this loss, percent of the capital. */
	readonly stop_loss_pct: number | null;
	/** Closed when funding has turned: its 30-day mean is below 0 and the next 30 days are expected to lose more than half a round trip. */
	readonly close_on_reversal: boolean;
	/** Closed when a leg comes nearer to its liquidation price, percent of mark. */
	readonly min_liquidation_distance_pct: number | null;
};

/** When a running execution is closed by itself. */
export type ExitRules = {
	/** Close after so long. Unit: hours. Above 0, at most 87600. */
	readonly max_hours?: number | undefined;
	/** Close after so many epochs. At least 1, at most 100000. */
	readonly max_epochs?: number | undefined;
	/** Close at this profit. Unit: percent. Above 0, at most 10000. */
	readonly take_profit_pct?: number | undefined;
	/** Close at this loss. Unit: percent. Above 0, at most 100. */
	readonly stop_loss_pct?: number | undefined;
	/** Close when funding has turned: its 30-day mean is below 0 and the next 30 days are expected to lose more than half a round trip. */
	readonly close_on_reversal?: boolean | undefined;
	/** Close when a leg comes nearer to its liquidation price than this. Unit: percent of mark. Above 0, at most 100. */
	readonly min_liquidation_distance_pct?: number | undefined;
};

/** An execution with its positions, profit, funding and risk. */
export type ExecutionRecord = {
	readonly execution: {
		/** execution_id. */
		readonly id: string;
		/** Whose it is. */
		readonly user_id: string;
		/** From which it was opened. */
		readonly opportunity_id: string;
		/** Of the call that opened it, for resubmit_execute_opportunity. */
		readonly job_id: string;
		/** Coin and quote, such as BTCUSDT. */
		readonly symbol: string;
		/** Exchange pair. */
		readonly pair: string;
		/** Exchange of the long leg. */
		readonly long_exchange: string;
		/** Exchange of the short leg. */
		readonly short_exchange: string;
		/** USD asked for, over both legs. */
		readonly input_amount: number;
		/** USD opened, over both legs. */
		readonly filled_amount: number;
		/** Of each leg. */
		readonly leverage: number;
		/** Coins held. */
		readonly long_size: number;
		/** Coins held. */
		readonly short_size: number;
		/** Average of the opening fills. */
		readonly long_entry_price: number | null;
		/** Average of the opening fills. */
		readonly short_entry_price: number | null;
		/** Average of both legs. */
		readonly avg_entry_price: number | null;
		/** needs_attention: a person must look; status_reason or the journal says why. */
		readonly status: ExecutionStatus;
		/** Why it stands so, where the status alone does not say it. */
		readonly status_reason: string | null;
		/** How the legs are worked. */
		readonly mode: ExecutionMode;
		/** The exit rules in force: those of the opening as they were changed since, of an ended execution those it ended with. Null: no such rule. */
		readonly exit: ExitInForce;
		/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
		readonly trading_mode: TradingMode;
		/** Accepted. ISO 8601, UTC. */
		readonly created_at: string;
		/** Last change. ISO 8601, UTC. */
		readonly updated_at: string;
		/** Flat on both exchanges. ISO 8601, UTC. */
		readonly closed_at: string | null;
	};
	/** What the execution holds of the long leg. */
	readonly long_position: {
		/** Where the leg is. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Direction of the leg. */
		readonly side: 'long' | 'short';
		/** Coins. */
		readonly size: number;
		/** USD per coin. */
		readonly entry_price: number | null;
		/** USD per coin. */
		readonly mark_price: number | null;
		/** USD per coin. */
		readonly liquidation_price: number | null;
		/** Of the leg. */
		readonly leverage: number;
		/** USD. */
		readonly margin: number | null;
		/** USD. */
		readonly unrealized_pnl: number | null;
		/** Percent. */
		readonly unrealized_pnl_pct: number | null;
		/** Next settlement of the contract; null where it is not known, and where nothing is held. Unix seconds. */
		readonly next_funding_timestamp: number | null;
		/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
		readonly trading_mode: TradingMode;
	};
	/** What it holds of the short leg. */
	readonly short_position: {
		/** Where the leg is. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Direction of the leg. */
		readonly side: 'long' | 'short';
		/** Coins. */
		readonly size: number;
		/** USD per coin. */
		readonly entry_price: number | null;
		/** USD per coin. */
		readonly mark_price: number | null;
		/** USD per coin. */
		readonly liquidation_price: number | null;
		/** Of the leg. */
		readonly leverage: number;
		/** USD. */
		readonly margin: number | null;
		/** USD. */
		readonly unrealized_pnl: number | null;
		/** Percent. */
		readonly unrealized_pnl_pct: number | null;
		/** Next settlement of the contract; null where it is not known, and where nothing is held. Unix seconds. */
		readonly next_funding_timestamp: number | null;
		/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
		readonly trading_mode: TradingMode;
	};
	/** USD. */
	readonly pnl: {
		/** Open quantity from fill to mark. */
		readonly unrealized_pnl: number | null;
		/** Closed quantity fill to fill, all funding, all fees. */
		readonly realized_pnl: number;
		/** price_pnl + funding_pnl − fee_cost − slippage_cost. */
		readonly total_pnl: number | null;
		/** Percent of the peak of deployed capital. */
		readonly total_pnl_pct: number | null;
		/** Share of the long leg in total_pnl. */
		readonly long_pnl: number | null;
		/** Share of the short leg in total_pnl. */
		readonly short_pnl: number | null;
		/** Fills valued at their decision mid. */
		readonly price_pnl: number | null;
		/** Received − paid. */
		readonly funding_pnl: number;
		/** A rebate is negative. */
		readonly fee_cost: number;
		/** Fills against their decision mid. */
		readonly slippage_cost: number;
	};
	/** USD. */
	readonly funding: {
		/** ≥ 0. */
		readonly total_received: number;
		/** ≥ 0. */
		readonly total_paid: number;
		/** Received − paid. */
		readonly net_funding: number;
		/** Of the long leg. */
		readonly long_funding: number;
		/** Of the short leg. */
		readonly short_funding: number;
		/** Each settlement of a leg, newest first. */
		readonly funding_events: readonly {
			/** Settlement. Unix seconds. */
			readonly timestamp: number;
			/** Who settled. */
			readonly exchange: string;
			/** The exchange's own symbol. */
			readonly symbol: string;
			/** Positive is received. */
			readonly amount: number;
			/** Settled rate. */
			readonly rate: number | null;
			/** Received − paid of both legs up to and with it. */
			readonly cumulative: number;
		}[];
	};
	/** What could go wrong with it. */
	readonly risk: {
		/** Long coins − short coins. */
		readonly net_delta: number;
		/** USD. */
		readonly unhedged_notional: number | null;
		/** For how long one leg stood without the other since it was opened, milliseconds, by the exchanges' times of the fills. */
		readonly unhedged_ms: number;
		/** Nearer leg, percent of mark. */
		readonly liquidation_distance_pct: number | null;
		/** Expected over the next 720 h, or until max_hours ends; a share of one leg's notional. */
		readonly expected_remaining_carry: number | null;
		/** Last agreement with both exchanges. ISO 8601, UTC. */
		readonly reconciled_at: string | null;
	};
	/** Whether to hold or to close; shares of one leg's notional. Null while it does not run. */
	readonly advice: {
		/** close: the mean carry of the last 30 days is below 0 and the next 30 days are expected to lose more than half a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
		readonly action: 'hold' | 'close' | 'unknown';
		/** Mean carry of the last 720 h in the held direction, a year. */
		readonly month_mean_apr: number | null;
		/** Carry expected over the next 720 h. */
		readonly expected_carry_30d: number | null;
		/** Minus half a round trip: four taker fees and the slippage of four fills at the held quantity. */
		readonly close_below: number | null;
		/** Why, with the figures. */
		readonly reason: string;
	} | null;
	/** How far the opening is; null while nothing more of it is opened. */
	readonly progress: {
		/** Slices that both legs hold. */
		readonly slices_done: number;
		/** Slices that are still to be opened. */
		readonly slices_left: number;
		/** Coins of each leg, all slices. */
		readonly quantity: number;
		/** Coins that both legs hold. */
		readonly opened: number;
		/** Least price basis at which the next slice is begun; null is any. */
		readonly next_level: number | null;
		/** Price basis by the books of now; null while one of them is not current. */
		readonly basis_now: number | null;
		/** What is not open then is dropped, and what is open runs. ISO 8601, UTC. */
		readonly ends_at: string | null;
	} | null;
	/** Why a member is null or doubtful. */
	readonly reasons: readonly Reason[];
};

/** Executions, what they come to, and the accounts. */
export type Portfolio = {
	/** Open ones; where they were asked for, ended ones too, newest first. */
	readonly executions: readonly ExecutionRecord[];
	/** Sums over all executions of the caller. */
	readonly summary: {
		/** Open and ended ones. */
		readonly total_executions: number;
		/** Those of status running. */
		readonly running_executions: number;
		/** USD. */
		readonly total_invested: number;
		/** USD. */
		readonly total_unrealized_pnl: number | null;
		/** USD. */
		readonly total_realized_pnl: number;
		/** USD. */
		readonly total_funding_received: number;
		/** USD. */
		readonly total_funding_paid: number;
		/** Percent. */
		readonly weighted_roi: number | null;
		/** Percent. */
		readonly daily_roi: number | null;
	};
	/** Connected exchange accounts. */
	readonly accounts: readonly {
		/** Where the account is. */
		readonly exchange: string;
		/** The caller has it connected. */
		readonly connected: boolean;
		/** USD. */
		readonly equity: number | null;
		/** USD. */
		readonly available: number | null;
		/** USD. */
		readonly margin_used: number | null;
		/** When the exchange said so. ISO 8601, UTC. */
		readonly updated_at: string | null;
		/** What is shown is older than it should be. */
		readonly stale: boolean;
		/** Since the account was connected, USD. */
		readonly equity_change: number | null;
		/** Part of it from executions. */
		readonly execution_pnl: number | null;
		/** Part of it from positions and trades that this service does not manage. */
		readonly unmanaged_pnl: number | null;
		/** Part of it from deposits, transfers, conversions and interest. */
		readonly external_flows: number | null;
		/** Part of it from prices of assets other than USDT, which fees may be paid in. */
		readonly revaluation: number | null;
		/** What is left. */
		readonly unexplained: number | null;
		/** How long the margin of the nearest position lasts at 2 sigma of its own price moves (half-life of 6 h, at least an hour of them). Null when nothing is held, or nothing known; then a reason says why. */
		readonly margin_runway: {
			/** Until a price move of 2 standard deviations uses it up, at most 8,760. */
			readonly hours: number;
			/** The position that is nearest to its liquidation. */
			readonly symbol: string;
			/** USD that its margin lacks to last 72 h. */
			readonly add_margin: number;
			/** What the available balance does not cover of it, from the account that has most available. */
			readonly move: {
				/** Of the asset. */
				readonly amount: number;
				/** What is moved. */
				readonly asset: string;
				/** Exchange that has it. */
				readonly from: string;
				/** Exchange that lacks it. */
				readonly to: string;
			} | null;
			/** The same in words. */
			readonly text: string;
		} | null;
		/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
		readonly trading_mode: TradingMode;
	}[];
	/** Of closed executions, when they were asked for. */
	readonly pagination?: Pagination;
	/** Kill switches that keep the caller from opening now; empty where none stands. */
	readonly halts: readonly {
		/** user: the caller's own halt_trading, which resume_trading ends. exchange, service: the operator's. */
		readonly scope: 'user' | 'exchange' | 'service';
		/** Where nothing is opened; null: nowhere. */
		readonly exchange: string | null;
		/** In the words of whoever halted; null where there were none. */
		readonly reason: string | null;
		/** Since when it stands. ISO 8601, UTC. */
		readonly halted_at: string;
		/** operator, restore (of a backup), or the id of the token or agent. */
		readonly halted_by: string;
		/** While it stands, what it covers is closed too. */
		readonly close_all: boolean;
	}[];
	/** Why a member is null or doubtful. */
	readonly reasons: readonly Reason[];
	/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
	readonly trading_mode: TradingMode;
};

/** An entry of the journal of an execution. */
export type ExecutionEvent = {
	/** Place in the journal, from 0. */
	readonly seq: number;
	/** When it was on disk. ISO 8601, UTC. */
	readonly recorded_at: string;
	/** What happened, in the past tense, such as OrderIntended. */
	readonly type: string;
	/** What happened, in one sentence for people. */
	readonly text: string;
	/** What the journal holds of it; it depends on the type. */
	readonly data: { readonly [name: string]: unknown };
};

/** What a close, or a cancel, came to. */
export type CloseAnswer = {
	/** Both exchanges confirm that both legs are flat; of a share: that part is closed; of a cancel that keeps: what is open runs. False while that goes on. */
	readonly success: boolean;
	/** Of the execution. */
	readonly execution_id: string;
	/** needs_attention: a person must look; status_reason or the journal says why. */
	readonly status: ExecutionStatus;
	/** What was done, or is going on. */
	readonly message: string;
	/** USD; null until both legs are flat, so also after a share: the rest runs on, and portfolio_live has its realized_pnl. */
	readonly final_pnl: number | null;
	/** Percent of the peak of deployed capital; null as final_pnl. */
	readonly final_roi_pct: number | null;
	/** USD, received − paid; before the end what is booked so far. Null where an exchange did not answer what it paid. */
	readonly total_funding: number | null;
	/** From the opening to flat, or until now. */
	readonly duration_hours: number | null;
	/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
	readonly trading_mode: TradingMode;
};

/** What a close would do and bring now. */
export type ClosePreview = {
	readonly success: true;
	readonly preview: true;
	/** Of the execution. Nothing of it was changed. */
	readonly execution_id: string;
	/** needs_attention: a person must look; status_reason or the journal says why. */
	readonly status: ExecutionStatus;
	/** What the close would do: nothing (it has ended), cancel (nothing is open yet), stop_opening (and close what is open), close, close_share, wait (the same close is under way). */
	readonly action: 'nothing' | 'cancel' | 'stop_opening' | 'close' | 'close_share' | 'wait';
	/** The same in words. */
	readonly message: string;
	/** The long leg, then the short one. */
	readonly legs: readonly {
		/** Leg. */
		readonly role: 'long' | 'short';
		/** Where the leg is. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Of the closing orders. */
		readonly side: 'buy' | 'sell';
		/** Coins held now. */
		readonly held: number;
		/** Coins that are closed. */
		readonly quantity: number;
		/** Average of the opening fills, USD per coin. */
		readonly entry_price: number | null;
		/** Middle of the book now, USD per coin. */
		readonly mid_price: number | null;
		/** Average of what the book gives for the quantity now, USD per coin. */
		readonly expected_price: number | null;
		/** Milliseconds since the book was received. */
		readonly book_age_ms: number | null;
		/** Of this leg, USD. */
		readonly result: {
			/** What is closed now, from its average entry price to the middle of the book: how far the price basis has moved. */
			readonly price_pnl: number | null;
			/** What was closed before, fill to fill. */
			readonly closed_pnl: number;
			/** Received − paid, booked so far. */
			readonly funding_pnl: number;
			/** Of all fills so far. */
			readonly fees_paid: number;
			/** Of the closing orders, at the account's own fees for takers. */
			readonly exit_fees: number | null;
			/** From the middle of the book to what the closing orders take from it. */
			readonly exit_slippage: number | null;
			/** price_pnl + closed_pnl + funding_pnl − fees_paid − exit_fees − exit_slippage: all that is realised once the close is done, so of a whole close its final_pnl. */
			readonly expected_pnl: number | null;
		};
	}[];
	/** Both legs, USD: each member is the sum of those of the legs. */
	readonly total: {
		/** What is closed now, from its average entry price to the middle of the book: how far the price basis has moved. */
		readonly price_pnl: number | null;
		/** What was closed before, fill to fill. */
		readonly closed_pnl: number;
		/** Received − paid, booked so far. */
		readonly funding_pnl: number;
		/** Of all fills so far. */
		readonly fees_paid: number;
		/** Of the closing orders, at the account's own fees for takers. */
		readonly exit_fees: number | null;
		/** From the middle of the book to what the closing orders take from it. */
		readonly exit_slippage: number | null;
		/** price_pnl + closed_pnl + funding_pnl − fees_paid − exit_fees − exit_slippage: all that is realised once the close is done, so of a whole close its final_pnl. */
		readonly expected_pnl: number | null;
	};
	/** expected_pnl in percent of the peak of deployed capital. */
	readonly expected_roi_pct: number | null;
	/** What speaks against closing now. */
	readonly warnings: readonly {
		/** For programs. */
		readonly code: string;
		/** For people. */
		readonly message: string;
	}[];
	/** Why a member is null or doubtful. */
	readonly reasons: readonly Reason[];
	/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
	readonly trading_mode: TradingMode;
};

/** The exit rules as they stand. */
export type ExitAnswer = {
	readonly success: true;
	/** Of the execution. */
	readonly execution_id: string;
	/** needs_attention: a person must look; status_reason or the journal says why. */
	readonly status: ExecutionStatus;
	/** The exit rules in force: those of the opening as they were changed since, of an ended execution those it ended with. Null: no such rule. */
	readonly exit: ExitInForce;
};

/** A connected account at an exchange. */
export type ExchangeAccount = {
	/** account_id. */
	readonly id: string;
	/** Where the account is. */
	readonly exchange: string;
	/** Whose it is. */
	readonly user_id: string;
	/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
	readonly trading_mode: TradingMode;
	/** What its owner calls it. */
	readonly label: string;
	/** False while its key must be replaced: see health. */
	readonly is_connected: boolean;
	/** New executions at the exchange trade on this account. */
	readonly in_use: boolean;
	/**  ISO 8601, UTC. */
	readonly connected_at: string;
	/** How its key came. */
	readonly kind: 'oauth' | 'api_key';
	/** Of the key, in the words of the exchange; empty before it has told them. */
	readonly permissions: readonly string[];
	/** Null before the exchange has told. */
	readonly can_trade: boolean | null;
	/** When the key ends; null: no end is known. ISO 8601, UTC. */
	readonly expires_at: string | null;
	/** Whether its key still works. */
	readonly health: {
		/** unknown: nothing was heard with this key yet. needs_reconnect: connect it again with another key; nothing of it is lost. closing: it is disconnected once its executions are closed. */
		readonly status: 'ok' | 'unknown' | 'needs_reconnect' | 'closing';
		/** Why the status is not ok. */
		readonly reason: string | null;
		/** When the exchange last answered with this key, to some minutes. ISO 8601, UTC. */
		readonly last_ok_at: string | null;
		/** Since when the exchange refuses the key. ISO 8601, UTC. */
		readonly refused_at: string | null;
	};
	/** Of the modes testnet and live; null in the other modes, which ask for none. */
	readonly self_check: {
		/** Nothing is opened on the account unless it has passed. checking: none has ended since this start, or it is repeated. failed: somebody must put right what a step says. unknown: the exchange gave no usable answer, and is asked again by itself. */
		readonly status: 'checking' | 'passed' | 'failed' | 'unknown';
		/** When the last one ended. ISO 8601, UTC. */
		readonly checked_at: string | null;
		/** When it is tried again by itself; null: ask with check_exchange_account. ISO 8601, UTC. */
		readonly retry_at: string | null;
		/** Of the last one that ended, in their order. */
		readonly steps: readonly {
			/** What was looked at. */
			readonly name: 'clock' | 'key' | 'balance' | 'settings' | 'fees' | 'order' | 'stream' | 'switch';
			/** What was found. */
			readonly verdict: 'passed' | 'warned' | 'failed' | 'unknown' | 'skipped';
			/** The same in words. */
			readonly message: string;
		}[];
	} | null;
	/** Since when the own stream of the account tells of none of its orders, so that nothing is opened on it (STREAM_SILENT); null while it does, and where it is not in use. ISO 8601, UTC. */
	readonly stream_silent_since: string | null;
};

/** What a user is told without having asked. */
export type Alert = {
	/** The same happening has the same id, however often it is told. */
	readonly alert_id: string;
	/** What it is about. */
	readonly kind:
		| 'execution_state'
		| 'unhedged'
		| 'liquidation_distance'
		| 'venue_down'
		| 'stream_silent'
		| 'trading_halted'
		| 'funding_reversal'
		| 'daily_summary'
		| 'target_paused';
	/** critical wants a person now, warning today. */
	readonly severity: 'info' | 'warning' | 'critical';
	/** When it was raised. ISO 8601, UTC. */
	readonly raised_at: string;
	/** What, was, limit. */
	readonly message: string;
	/** The execution that it is about. */
	readonly execution_id: string | null;
	/** The exchange that it is about. */
	readonly exchange: string | null;
	/** Further figures, by kind. */
	readonly facts: { readonly [name: string]: unknown };
};

/** A program that trades in its owner’s name, inside its caps. */
export type Agent = {
	/** Its client_id too. */
	readonly agent_id: string;
	/** What its owner calls it. */
	readonly name: string;
	/** What it may do. */
	readonly scopes: readonly string[];
	/** What it may do at most; null: no such cap. */
	readonly caps: {
		/** USD over both legs of one execution. */
		readonly amount_max: number | null;
		/** USD over both legs of all its open executions. */
		readonly open_amount_max: number | null;
		/** Exchange pairs on which it may open. */
		readonly pairs: readonly string[] | null;
		/** Since 00:00 UTC. */
		readonly executions_per_day: number | null;
		/** It opens only what has the verdict trade. */
		readonly must_be_trade: boolean;
	};
	/** By what it proves itself. */
	readonly credential: 'key' | 'public_key';
	/** Its tokens count with a proof of its key only. */
	readonly requires_dpop: boolean;
	/** When it was created. ISO 8601, UTC. */
	readonly created_at: string;
	readonly last_used_at: string | null;
	readonly stopped_at: string | null;
};

/** Params of `test`. */
export type TestParams = { readonly [name: string]: never };

/** Result of `test`. */
export type TestResult = {
	readonly status: 'ok';
	/** carrywire. */
	readonly service: string;
	/** Semantic version. */
	readonly version: string;
	/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
	readonly trading_mode: TradingMode;
	/** Of the service. ISO 8601, UTC. */
	readonly time: string;
	/** Since the start. */
	readonly uptime_seconds: number;
};

/** Params of `service_status`. */
export type ServiceStatusParams = { readonly [name: string]: never };

/** Result of `service_status`. */
export type ServiceStatusResult = {
	/** carrywire. */
	readonly service: string;
	/** Semantic version. */
	readonly version: string;
	/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
	readonly trading_mode: TradingMode;
	/** Requests for the exchanges go to ports of this machine: no order reaches a real one. */
	readonly rehearsal: boolean;
	/** When the process started; everything that is counted begins there. ISO 8601, UTC. */
	readonly started_at: string;
	/** Since then, seconds. */
	readonly uptime_seconds: number;
	/** The data of every exchange that is traded at are fresh, and an opportunity is tradable. */
	readonly ready: boolean;
	/** Why it is not ready, a sentence each; empty where it is. */
	readonly not_ready: readonly string[];
	/** The kill switch of the whole service; null where it does not stand. */
	readonly halt: {
		/** Since when it stands. ISO 8601, UTC. */
		readonly since: string;
		/** In the words of whoever halted; null where there were none, and where sums are not shown. */
		readonly reason: string | null;
	} | null;
	/** Every exchange of the setting venues, in its order. */
	readonly venues: readonly {
		/** As calls name it. */
		readonly exchange: string;
		/** As people write it. */
		readonly name: string;
		/** It is read and nothing is traded there. */
		readonly data_only: boolean;
		/** At which site of the exchange the service trades (settings hosts), whether or not a rehearsal or a simulated exchange stands for it; null where it is only read. */
		readonly hosts: {
			/** Of requests. */
			readonly rest: string;
			/** Of the streams of books and prices. */
			readonly public_stream: string;
			/** Of the streams of accounts. */
			readonly private_stream: string;
		} | null;
		/** stale: its prices are older than marketData.tickerStaleMs. down: it does not answer. */
		readonly market_data: 'fresh' | 'stale' | 'down';
		/** Why its market data are not fresh, in a sentence that stays while the same goes on; null where they are. */
		readonly reason: string | null;
		/** The request that reason is about; null where the data are fresh, and where none failed. */
		readonly failure: {
			/** What was asked for. */
			readonly tried: 'prices' | 'contracts' | 'clock' | 'notices';
			/** What came, in the words of the exchange or of the library that it is read with. */
			readonly message: string;
			/** When the first of the tries was made that have failed in a row. ISO 8601, UTC. */
			readonly since: string;
			/** When it is tried again; null: it is being tried. ISO 8601, UTC. */
			readonly next_try_at: string | null;
		} | null;
		/** What the exchange itself says that stops or restricts trading; null where it says nothing. */
		readonly stopped: string | null;
		/** The kill switch of this exchange; null where none stands. */
		readonly halt: {
			/** Since when it stands. ISO 8601, UTC. */
			readonly since: string;
			/** In the words of whoever halted; null where there were none, and where sums are not shown. */
			readonly reason: string | null;
		} | null;
		/** Age of its oldest price; null before the first. Milliseconds. */
		readonly data_age_ms: number | null;
		/** Since the prices of a contract came, over its contracts. */
		readonly ticker_age_ms: {
			/** Half are younger; null: there is none yet. Milliseconds. */
			readonly median: number | null;
			/** Of the oldest; null: there is none yet. Milliseconds. */
			readonly oldest: number | null;
		};
		/** Since a book changed or the exchange gave a sign of life, over the books that are there. */
		readonly book_age_ms: {
			/** Half are younger; null: there is none yet. Milliseconds. */
			readonly median: number | null;
			/** Of the oldest; null: there is none yet. Milliseconds. */
			readonly oldest: number | null;
		};
		/** Order books by stream. */
		readonly books: {
			/** Books that follow their stream now. */
			readonly in_step: number;
			/** Books that are wanted of it: those in step, and those that wait. */
			readonly wanted: number;
		};
		/** Contracts that are read of it. */
		readonly instruments: number;
		/** Its clock minus ours; null before it was measured. Milliseconds. */
		readonly clock_offset_ms: number | null;
		/** What its streams did since the start; null where it has none. The ticker members are null where prices come by requests alone. */
		readonly feed: {
			/** Messages of streams of books. */
			readonly messages: number;
			/** Connections of them that were lost and opened again. */
			readonly reconnects: number;
			/** Times that a book was found out of step. */
			readonly gaps: number;
			/** Times that a book was begun anew for that. */
			readonly resyncs: number;
			readonly ticker_messages: number | null;
			readonly ticker_reconnects: number | null;
		} | null;
		/** Times since the start that it banned this machine's address. */
		readonly bans: number;
		/** Until such a ban ends; 0 without one. Milliseconds. */
		readonly ban_left_ms: number;
		/** Requests to it since the start, by what came of them. */
		readonly requests: {
			/** Over the classes that are listed. */
			readonly total: {
				/** The exchange did what was asked. */
				readonly answered: number;
				/** The exchange refused. */
				readonly rejected: number;
				/** No answer came, or none that can be used. */
				readonly failed: number;
				/** It never left: our own budget of requests was used up. */
				readonly no_place: number;
				/** It never left: the exchange has banned this address. */
				readonly banned: number;
			};
			/** Where sums are not shown, market and history alone: the others are of users. */
			readonly by_class: readonly {
				/** order: orders and what changes them. probe: what became of an order. market: prices and books. account: balances and positions. history: settled funding. */
				readonly class: 'order' | 'probe' | 'market' | 'account' | 'history';
				/** The exchange did what was asked. */
				readonly answered: number;
				/** The exchange refused. */
				readonly rejected: number;
				/** No answer came, or none that can be used. */
				readonly failed: number;
				/** It never left: our own budget of requests was used up. */
				readonly no_place: number;
				/** It never left: the exchange has banned this address. */
				readonly banned: number;
			}[];
		};
		/** Contracts by how far their settled funding has been read. */
		readonly history: {
			/** Nothing has been asked for yet. */
			readonly none: number;
			/** The last month is there, the rest is still being read. */
			readonly month: number;
			/** 400 days are there, or all that there is. */
			readonly whole: number;
			/** Of all of these: the last read did not work, and is tried again. */
			readonly failing: number;
		};
	}[];
	/** Limits of trading that are in force, the same for everybody. */
	readonly limits: readonly {
		/** The setting. */
		readonly name: string;
		/** In its unit. */
		readonly value: number | boolean;
		/** Such as USD, ms, bps, %, times. */
		readonly unit: string;
		/** A sentence. */
		readonly meaning: string;
	}[];
	/** Over all users; null where sums are not shown. */
	readonly executions: {
		/** Accepted, nothing sent yet. */
		readonly queued: number;
		/** Being opened. */
		readonly opening: number;
		/** Both legs open, nothing under way. */
		readonly running: number;
		/** Being closed. */
		readonly closing: number;
		/** A person is needed. */
		readonly needs_attention: number;
		/** Begun since the start. */
		readonly begun: number;
		/** Ended since the start. */
		readonly closed: number;
		/** Ended since the start without a fill. */
		readonly failed: number;
		/** Orders of which it is not proven now what became of them. */
		readonly unknown_orders: number;
		/** By how much legs are ahead of each other now, summed, USD. */
		readonly unhedged_notional_usd: number;
	} | null;
	/** For how long one leg of an execution stood without the other, since the start, over all users; null where sums are not shown. */
	readonly unhedged_seconds: {
		/** While it was opened. */
		readonly open: {
			/** How many. */
			readonly count: number;
			/** Seconds of all together. */
			readonly sum_seconds: number;
			/** Shortest first. */
			readonly buckets: readonly {
				/** They took longer than this, seconds; the first begins with 0 itself. */
				readonly above_seconds: number;
				/** And at most this, seconds; null: there is no end. */
				readonly up_to_seconds: number | null;
				/** How many: none stands in two buckets. */
				readonly count: number;
			}[];
		};
		/** From then to its end. */
		readonly close: {
			/** How many. */
			readonly count: number;
			/** Seconds of all together. */
			readonly sum_seconds: number;
			/** Shortest first. */
			readonly buckets: readonly {
				/** They took longer than this, seconds; the first begins with 0 itself. */
				readonly above_seconds: number;
				/** And at most this, seconds; null: there is no end. */
				readonly up_to_seconds: number | null;
				/** How many: none stands in two buckets. */
				readonly count: number;
			}[];
		};
	} | null;
	/** Where the journal lies. */
	readonly store: {
		/** The journal takes writes; while it refuses them nothing is opened or closed. */
		readonly writable: boolean;
		/** Of the database. Bytes. */
		readonly database_bytes: number;
		/** Of its write-ahead log. Bytes. */
		readonly wal_bytes: number;
		readonly free_bytes: number | null;
	};
	/** Why a member is null or doubtful. */
	readonly reasons: readonly Reason[];
	/** Of these figures, at most a second ago. ISO 8601, UTC. */
	readonly as_of: string;
};

/** Params of `exchange_pair`. */
export type ExchangePairParams = { readonly [name: string]: never };

/** Result of `exchange_pair`. */
export type ExchangePairResult = readonly {
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** The same as a list. */
	readonly exchanges: readonly [string, string];
	/** Both exchanges' data fresh, both tradable. */
	readonly active: boolean;
	/** Why it is not active. */
	readonly reason: string | null;
	/** Those of its exchanges that are read for data only: nothing is traded there. */
	readonly data_only: readonly string[];
	/** Instruments tradable on both exchanges. */
	readonly symbols: number;
	/** Opportunities listed. */
	readonly opportunities: number;
	/** Those that no guard forbids. */
	readonly tradable_opportunities: number;
	/** Largest apr of its opportunities. */
	readonly best_apr: number | null;
	/** Largest net_apr at default terms. */
	readonly best_net_apr: number | null;
	/** Of this row. ISO 8601, UTC. */
	readonly updated_at: string;
}[];

/** Params of `get_opportunities`. */
export type GetOpportunitiesParams = {
	/** Exchange pair in either order; absent means all pairs. 1 to 64 characters. */
	readonly exchangepair?: string | undefined;
	/** Records per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
	/** Page, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
	/** Sort key; best first, unknown last, ties by symbol, then id. net_apr orders by the expected net, too; volume by volume_24h. Default "spread". */
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
	/** Part of the symbol, the coin, or either exchange's own symbol, in any case. 1 to 32 characters. */
	readonly q?: string | undefined;
	/** USD of capital over both legs for which costs are computed. Above 0, at most 1000000000. Default 1000. */
	readonly amount?: number | undefined;
	/** For how long the position is meant to be held. Absent: the best of 8, 24, 72, 168, 336, 720 for each opportunity, which net.horizon_hours states. At least 1, at most 2160. */
	readonly horizon_hours?: number | undefined;
	/** Leverage of each leg. At least 1, at most 200. Default 1. */
	readonly leverage?: number | undefined;
	/** Execution mode; costs are those of four taker fills in every mode. Default "single-direct". */
	readonly mode?: ExecutionMode | undefined;
	/** Only opportunities of this verdict at your terms; absent means all. */
	readonly verdict?: 'trade' | 'no_trade' | 'unknown' | undefined;
	/** Only opportunities whose min_amount is known and at most this. Unit: USD. Above 0, at most 1000000000. */
	readonly max_min_amount?: number | undefined;
	/** Only opportunities that no guard forbids; the verdict may still be no_trade. Default false. */
	readonly tradable_only?: boolean | undefined;
};

/** Result of `get_opportunities`. */
export type GetOpportunitiesResult = OpportunityPage;

/** Params of `opportunity_detail`. */
export type OpportunityDetailParams = {
	/** From get_opportunities. 1 to 64 characters. */
	readonly opportunity_id: string;
	/** USD of capital over both legs for which costs are computed. Above 0, at most 1000000000. Default 1000. */
	readonly amount?: number | undefined;
	/** For how long the position is meant to be held. Absent: the best of 8, 24, 72, 168, 336, 720 for each opportunity, which net.horizon_hours states. At least 1, at most 2160. */
	readonly horizon_hours?: number | undefined;
	/** Leverage of each leg. At least 1, at most 200. Default 1. */
	readonly leverage?: number | undefined;
	/** Execution mode; costs are those of four taker fills in every mode. Default "single-direct". */
	readonly mode?: ExecutionMode | undefined;
};

/** Result of `opportunity_detail`. */
export type OpportunityDetailResult = {
	/** Follows from (long instrument, short instrument). */
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
	/** What the long leg is settled in. */
	readonly long_quote: string;
	/** What the short leg is settled in. */
	readonly short_quote: string;
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** The same value as exchangepair. */
	readonly venues: string;
	/** Exchange of the long leg. */
	readonly long_venue: string;
	/** Exchange of the short leg. */
	readonly short_venue: string;
	/** Long KuCoin / Short Bybit. It is the sign of the carry expected over 720 hours, whatever the horizon; where that is nearly 0 or unknown, the sign of the headline. */
	readonly direction: string;
	/** Running estimate for the coming settlement, per its own interval. */
	readonly long_rate: number | null;
	/** Running estimate for the coming settlement, per its own interval. */
	readonly short_rate: number | null;
	/** Hours between settlements. */
	readonly long_interval_hours: number | null;
	/** Hours between settlements. */
	readonly short_interval_hours: number | null;
	/** Next settlement of the long leg. Unix seconds. */
	readonly long_next_funding_timestamp: number | null;
	/** Next settlement of the short leg. Unix seconds. */
	readonly short_next_funding_timestamp: number | null;
	/** The earlier of both. Unix seconds. */
	readonly next_funding_timestamp: number | null;
	/** The longer interval. */
	readonly epoch_hours: number | null;
	/** (short rate per hour − long rate per hour) × epoch_hours, before every cost. */
	readonly spread: number | null;
	/** The same value as spread. */
	readonly funding_delta: number | null;
	/** spread / epoch_hours × 8760, on one leg's notional. */
	readonly apr: number | null;
	/** expected_carry × epoch_hours / horizon_hours. */
	readonly chosen_per_epoch: number | null;
	/** What is left of it, in shares of one leg's notional. */
	readonly net: Net;
	/** VWAP of the long leg at amount, USD per coin. */
	readonly long_price: number | null;
	/** VWAP of the short leg at amount, USD per coin. */
	readonly short_price: number | null;
	/** short mid / long mid − 1. */
	readonly price_basis: number | null;
	/** Largest amount (USD) whose slippage stays inside the configured bound on each leg. */
	readonly max_amount: number | null;
	/** Smallest amount (USD) that both exchanges take, as one order on each leg, at this leverage: lots, minimum quantities and notionals of both legs, also after the stress move (risk.stressMovePct). */
	readonly min_amount: number | null;
	/** USD traded in 24 hours: the smaller of both legs. */
	readonly volume_24h: number | null;
	/** 1 to 10; 10 is deep. */
	readonly liquidity_score: number | null;
	/** 1 to 10; 10 is dangerous. */
	readonly risk_score: number | null;
	/** True when the headline of the moment points the other way. */
	readonly anomaly_direction: boolean;
	/** Why the direction is not that of the headline. */
	readonly anomaly_reason: string | null;
	/** Codes that stand against a trade now. */
	readonly guards: readonly string[];
	/** Why a member is null or doubtful. */
	readonly reasons: readonly Reason[];
	/** Newest input. Unix seconds. */
	readonly updated_at: number;
	/** Age of the oldest input, milliseconds. */
	readonly age_ms: number | null;
	/** When the oldest input becomes stale. ISO 8601, UTC. */
	readonly expires_at: string | null;
	/** The shares of net in USD; null while a book is unknown, or the amount is below one lot. */
	readonly cash: Cash | null;
	/** USD per coin. */
	readonly long_mark_price: number | null;
	/** USD per coin. */
	readonly short_mark_price: number | null;
	/** USD per coin. */
	readonly long_index_price: number | null;
	/** USD per coin. */
	readonly short_index_price: number | null;
	/** USD. */
	readonly long_24h_volume: number | null;
	/** USD. */
	readonly short_24h_volume: number | null;
	/** USD. */
	readonly long_open_interest: number | null;
	/** USD. */
	readonly short_open_interest: number | null;
	/** Average of settled spreads. */
	readonly avg_spread_24h: number | null;
	/** Average of settled spreads. */
	readonly avg_spread_7d: number | null;
	/** Average of settled spreads. */
	readonly avg_spread_30d: number | null;
	/** Standard deviation (n − 1) of the spreads in funding_history over these days, around their mean; null below 7. */
	readonly spread_sd_7d: number | null;
	/** Standard deviation (n − 1) of the spreads in funding_history over these days, around their mean; null below 7. */
	readonly spread_sd_30d: number | null;
	/** How steady the settled spread was; 1 is steady. */
	readonly spread_stability: number | null;
	/** Mean of price_basis as this service saw it once a second, half-life 24 h: what net.cost.basis expects at the exit. */
	readonly basis_mean: number | null;
	/** Standard deviation of price_basis around that mean. */
	readonly basis_sd: number | null;
	/** Hours from when price_basis was first seen to when it was last seen. */
	readonly basis_observed_hours: number;
	/** How price_basis went over the last day, newest first; spans in which none was seen are left out. */
	readonly basis_history: readonly {
		/** When the minute began; more than an hour back, the ten minutes. Unix seconds. */
		readonly timestamp: number;
		/** The last price_basis that was seen in it. */
		readonly basis: number;
	}[];
	/** Forecasts of this pair's earlier verdicts, and what arrived; null while nothing is scored. */
	readonly track_record: {
		/** Scored, pending and unscorable ones: the first shown in an hour, and executions. */
		readonly promises: number;
		/** Those whose horizon has ended and whose settlements are known. */
		readonly scored: number;
		/** Mean expected_carry. */
		readonly promised_mean: number | null;
		/** Mean carry that arrived, whole settlements of both clocks. */
		readonly received_mean: number | null;
		/** Least squares of received on promised; 1 is honest. Null below 30 scored. */
		readonly slope: number | null;
		/** Mean reversal_probability. */
		readonly reversal_stated: number | null;
		/** Share whose carry was negative. */
		readonly reversal_happened: number | null;
		/** Share within carry_sd of what was promised; 0.68 is honest. */
		readonly inside_one_sd: number | null;
		/** Oldest promise scored. Unix seconds. */
		readonly since: number | null;
		/** The same of each verdict alone. */
		readonly by_verdict: {
			/** Track record of the verdict trade. */
			readonly trade: {
				/** Promises of this verdict that were scored. */
				readonly scored: number;
				/** Mean expected_carry. */
				readonly promised_mean: number | null;
				/** Mean carry that arrived. */
				readonly received_mean: number | null;
				/** Mean reversal_probability. */
				readonly reversal_stated: number | null;
				/** Share whose carry was negative. */
				readonly reversal_happened: number | null;
			};
			/** Track record of the verdict no_trade. */
			readonly no_trade: {
				/** Promises of this verdict that were scored. */
				readonly scored: number;
				/** Mean expected_carry. */
				readonly promised_mean: number | null;
				/** Mean carry that arrived. */
				readonly received_mean: number | null;
				/** Mean reversal_probability. */
				readonly reversal_stated: number | null;
				/** Share whose carry was negative. */
				readonly reversal_happened: number | null;
			};
			/** Track record of the verdict unknown. */
			readonly unknown: {
				/** Promises of this verdict that were scored. */
				readonly scored: number;
				/** Mean expected_carry. */
				readonly promised_mean: number | null;
				/** Mean carry that arrived. */
				readonly received_mean: number | null;
				/** Mean reversal_probability. */
				readonly reversal_stated: number | null;
				/** Share whose carry was negative. */
				readonly reversal_happened: number | null;
			};
		};
	} | null;
	/** Its present life; earlier ones: get_opportunity_lives. */
	readonly life: {
		/** When its present life began. ISO 8601, UTC. */
		readonly first_seen: string;
		/** Largest spread since. */
		readonly peak_spread: number | null;
		/** Time of peak_spread. ISO 8601, UTC. */
		readonly peak_spread_at: string | null;
		/** Largest expected_net at default terms since. */
		readonly peak_expected_net: number | null;
		/** Time of peak_expected_net. ISO 8601, UTC. */
		readonly peak_expected_net_at: string | null;
	} | null;
	/** Settled rates, newest first, both clocks kept. */
	readonly funding_history: readonly {
		/** Settlement. Unix seconds. */
		readonly timestamp: number;
		/** Settled rate. */
		readonly long_rate: number | null;
		/** Settled rate. */
		readonly short_rate: number | null;
		/** Spread of this row. */
		readonly spread: number | null;
	}[];
	/** Settled funding of both legs in each UTC hour of the last 30 days, newest first. Each settled rate is spread evenly over the interval that it paid for, so that exchanges with different settlement hours have a spread too. Hours that are not known of both legs are left out. */
	readonly carry_history: readonly {
		/** End of the hour. Unix seconds. */
		readonly timestamp: number;
		/** Carry of the hour × epoch_hours: it compares with spread. */
		readonly spread: number | null;
		/** Sum of the carry since the oldest row, a share of one leg. */
		readonly cumulative_carry: number;
	}[];
	/** Those inside the horizon, at amount. */
	readonly settlements: readonly {
		/** Settlement. Unix seconds. */
		readonly timestamp: number;
		/** The exchange that settles. */
		readonly exchange: string;
		/** Running estimate or model. */
		readonly expected_rate: number | null;
		/** USD; positive is received. */
		readonly expected_cash: number | null;
	}[];
	/** Costs at growing amounts. */
	readonly cost_curve: readonly {
		/** USD over both legs. */
		readonly amount: number;
		/** Share of notional. */
		readonly entry_slippage: number | null;
		/** Share of notional. */
		readonly exit_slippage: number | null;
		/** Share of notional. */
		readonly expected_net: number | null;
	}[];
	/** Top 10 levels. */
	readonly books: {
		/** Order book of the long leg; null: none is known. */
		readonly long: {
			/** [price in USD per coin, quantity in coins]. */
			readonly bids: readonly (readonly [number, number])[];
			/** [price in USD per coin, quantity in coins]. */
			readonly asks: readonly (readonly [number, number])[];
		} | null;
		/** Order book of the short leg; null: none is known. */
		readonly short: {
			/** [price in USD per coin, quantity in coins]. */
			readonly bids: readonly (readonly [number, number])[];
			/** [price in USD per coin, quantity in coins]. */
			readonly asks: readonly (readonly [number, number])[];
		} | null;
	};
	/** liquidity.… and risk.…: what each score would be if this component alone counted (scores.md). */
	readonly score_components: { readonly [name: string]: number | null } | null;
};

/** Params of `get_opportunity_lives`. */
export type GetOpportunityLivesParams = {
	/** Exchange pair in either order; absent means all pairs. 1 to 64 characters. */
	readonly exchangepair?: string | undefined;
	/** Part of the symbol, in any case. 1 to 32 characters. */
	readonly q?: string | undefined;
	/** All lives of this opportunity. 1 to 64 characters. */
	readonly opportunity_id?: string | undefined;
	/** Whether they have ended. Default "all". */
	readonly state?: 'all' | 'open' | 'ended' | undefined;
	/** Records per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
	/** Page, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
};

/** Result of `get_opportunity_lives`. */
export type GetOpportunityLivesResult = {
	/** Newest first. */
	readonly data: readonly OpportunityLife[];
	readonly pagination: Pagination;
	/** Of the list. ISO 8601, UTC. */
	readonly as_of: string;
};

/** Params of `execute_opportunity`. */
export type ExecuteOpportunityParams = {
	/** From get_opportunities. 1 to 64 characters. */
	readonly opportunity_id: string;
	/** USD of capital over both legs: each leg's notional is amount / 2 × leverage. Above 0, at most 1000000000. */
	readonly amount: number;
	/** How the legs are worked. Default "auto". */
	readonly mode?: ExecutionMode | undefined;
	/** Leverage of each leg, at most the service's limit. At least 1, at most 200. Default 1. */
	readonly leverage?: number | undefined;
	/** Slippage guard per leg; default and limit are the service's. Unit: basis points. Above 0, at most 10000. */
	readonly max_slippage_bps?: number | undefined;
	/** Refuse with EDGE_GONE when the net APR at the live re-check is below. Unit: fraction per year. At least -1000, at most 1000. */
	readonly min_net_apr?: number | undefined;
	/** Refuse with NO_TRADE unless the verdict is trade. Default false. */
	readonly only_if_trade?: boolean | undefined;
	/** Exit rules. */
	readonly exit?: ExitRules | undefined;
	/** The same key with the same params returns the first answer. 1 to 64 characters. */
	readonly idempotency_key?: string | undefined;
	/** Answer the plan, its costs and every check, and send nothing. Default false. */
	readonly preview?: boolean | undefined;
	/** Binds to a preview: same params, costs inside its bounds, or PREVIEW_EXCEEDED. 1 to 64 characters. */
	readonly preview_id?: string | undefined;
};

/** Result of `execute_opportunity`. */
export type ExecuteOpportunityResult =
	| {
			readonly success: true;
			/** For resubmit_execute_opportunity. */
			readonly job_id: string;
			/** For portfolio_live and close_execution. */
			readonly execution_id: string;
			readonly status: 'queued';
			/** How the legs are worked. */
			readonly mode: ExecutionMode;
			/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
			readonly trading_mode: TradingMode;
			/** The opening that was begun, in words. */
			readonly message: string;
			/** USD over both legs that are opened, after both exchanges' lots. */
			readonly planned_amount: number;
			/** When both legs are expected to be filled: of single-delay and grid the latest instant. ISO 8601, UTC. */
			readonly estimated_entry_time: string;
			/** Reasons against the opening, though it was begun. */
			readonly warnings: readonly {
				/** For programs. */
				readonly code: string;
				/** For people. */
				readonly message: string;
			}[];
	  }
	| {
			readonly success: true;
			readonly preview: true;
			/** Binds an execution to this preview. */
			readonly preview_id: string;
			/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
			readonly trading_mode: TradingMode;
			/** Until then preview_id binds. ISO 8601, UTC. */
			readonly expires_at: string;
			/** The opening as it would be done. */
			readonly plan: {
				/** How the legs are worked. */
				readonly mode: ExecutionMode;
				/** USD over both legs that were asked for. */
				readonly amount: number;
				/** USD over both legs that would be opened, after both exchanges' lots. */
				readonly planned_amount: number;
				/** Leverage of each leg. */
				readonly leverage: number;
				/** Coins of each leg. */
				readonly quantity: number;
				/** Slices that are opened one after the other, each on both legs. */
				readonly children: number;
				/** The leg that is worked first, of single-delay. */
				readonly first_leg: 'long' | 'short' | null;
				/** Slices that wait for the same price basis, in order. */
				readonly levels: readonly {
					/** Slices of the level. */
					readonly children: number;
					/** Coins of each leg, all slices of the level. */
					readonly quantity: number;
					/** Least price basis at which they are begun; null is any. */
					readonly min_basis: number | null;
				}[];
				/** Why it is opened like this. */
				readonly message: string;
				/** Orders of each leg. */
				readonly legs: readonly {
					/** Leg. */
					readonly role: 'long' | 'short';
					/** The exchange at which the leg is opened. */
					readonly exchange: string;
					/** The exchange's own symbol. */
					readonly symbol: string;
					/** Side of the opening orders. */
					readonly side: 'buy' | 'sell';
					/** Coins. */
					readonly quantity: number;
					/** USD. */
					readonly notional: number;
					/** USD per coin. */
					readonly limit_price: number;
					/** USD per coin. */
					readonly expected_price: number | null;
					/** USD. */
					readonly margin: number;
				}[];
				/** The shares of costs in USD, for the coins of this plan; null when the amount is below one lot, so that nothing would be bought. */
				readonly cash: Cash | null;
				/** The steps taken when one leg fills and the other does not, and their cost. */
				readonly if_one_leg_fails: {
					/** The engine's own limits, in the order in which they take effect. */
					readonly steps: readonly {
						/** Milliseconds since one leg got ahead of the other; since its first hedge was sent, while the first leg of single-delay rests; of call_person and hedge_elsewhere since the order, or the exchange, was last heard of. */
						readonly after_ms: number;
						/** For programs. */
						readonly action:
							| 'prove'
							| 'complete'
							| 'complete_wider'
							| 'cut'
							| 'call_person'
							| 'hedge_elsewhere';
						/** For people. */
						readonly text: string;
					}[];
					/** Coins of the largest slice: the most of a leg that is opened at once. */
					readonly quantity: number;
					/** USD lost where that slice fills on one leg at its limit_price and is cut again at the end of the slippage guard, both taker fees included, at the dearer leg; what the market moves in between comes on top. */
					readonly worst_case_usd: number;
					/** The same where it is cut at the widest price (execution.unwindSlippageBpsMax). */
					readonly worst_case_widest_usd: number;
					/** Both in words. */
					readonly message: string;
				};
			};
			readonly costs: Net;
			/** Every line of the risk gate, in its order. */
			readonly checks: readonly {
				/** Line of the risk gate (risk.md). */
				readonly check: string;
				/** It holds. */
				readonly passed: boolean;
				/** The value that was found. */
				readonly value: string;
				/** The limit that the value must keep. */
				readonly limit: string;
				/** Both in words. */
				readonly message: string;
			}[];
			/** Warnings beside the checks. AMOUNT_ROUNDED: less than 90 % of the amount would be opened. */
			readonly warnings: readonly {
				/** For programs. */
				readonly code: string;
				/** For people. */
				readonly message: string;
			}[];
			/** For what preview_id holds: beyond them it is refused with PREVIEW_EXCEEDED. */
			readonly bounds: {
				/** Share of one leg's notional. */
				readonly max_total_cost: number | null;
				/** Share of one leg's notional. */
				readonly min_expected_net: number | null;
				/** The mode that is bound. */
				readonly mode: ExecutionMode;
				/** The number of slices that is bound. */
				readonly children: number;
			};
	  };

/** Params of `portfolio_live`. */
export type PortfolioLiveParams = {
	/** Only this execution. 1 to 64 characters. */
	readonly execution_id?: string | undefined;
	/** Also ended executions, paged, newest first. Default false. */
	readonly include_closed?: boolean | undefined;
	/** Page of ended executions, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
	/** Ended executions per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
};

/** Result of `portfolio_live`. */
export type PortfolioLiveResult = Portfolio;

/** Params of `portfolio_live_v2`. */
export type PortfolioLiveV2Params = {
	/** Only this execution. 1 to 64 characters. */
	readonly execution_id?: string | undefined;
	/** Also ended executions, paged, newest first. Default false. */
	readonly include_closed?: boolean | undefined;
	/** Page of ended executions, from 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
	/** Ended executions per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
};

/** Result of `portfolio_live_v2`. */
export type PortfolioLiveV2Result = Portfolio;

/** Params of `close_execution`. */
export type CloseExecutionParams = {
	/** From portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
	/** Slippage guard per leg; default and limit are the service's. A guard that is named here is kept while both legs are equal, so the close may wait inside it: call again with a wider one, or none. While one leg is ahead of the other the guard gives way. Unit: basis points. Above 0, at most 10000. */
	readonly max_slippage_bps?: number | undefined;
	/** Part of what both legs of a running execution hold now that is closed, rounded down to lots that both exchanges trade. The rest runs on, hedged. Where it, or the rest, is below the smallest order of either exchange: BELOW_MIN_NOTIONAL, and nothing is sent. While it is queued or opening: NOT_CLOSABLE; close all of it, or call cancel_execution with keep first. Above 0, at most 1. Default 1. */
	readonly share?: number | undefined;
	/** Answer what the close would do and bring now, cause by cause, and change nothing. Refused as the close itself would be for the state of the execution. Default false. */
	readonly preview?: boolean | undefined;
};

/** Result of `close_execution`. */
export type CloseExecutionResult = CloseAnswer | ClosePreview;

/** Params of `check_pair_status`. */
export type CheckPairStatusParams = {
	/** Exchange pair in either order. Required, unless pair and exchange are given. 1 to 64 characters. */
	readonly exchangepair?: string | undefined;
	/** Asks for this symbol on the pair, such as BTCUSDT. 1 to 64 characters. */
	readonly symbol?: string | undefined;
	/** Compatibility form, with exchange: the symbol. 1 to 64 characters. */
	readonly pair?: string | undefined;
	/** Compatibility form, with pair: the exchange pair. 1 to 64 characters. */
	readonly exchange?: string | undefined;
};

/** Result of `check_pair_status`. */
export type CheckPairStatusResult = {
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** The symbol that was asked for, in upper case; null: the whole pair. */
	readonly symbol: string | null;
	/** Both exchanges' data fresh, both tradable, the pair not halted. */
	readonly active: boolean;
	/** The same value as active. */
	readonly is_active: boolean;
	/** Why it is not active. */
	readonly reason: string | null;
	/** Both, in alphabetical order. */
	readonly exchanges: readonly {
		/** Name of the exchange. */
		readonly exchange: string;
		/** The caller has an account there. */
		readonly connected: boolean;
		/** How old its prices are. */
		readonly market_data: 'fresh' | 'stale' | 'down';
		/** Whether the caller may open there. */
		readonly trading: 'enabled' | 'halted';
		/** Age of the oldest price, milliseconds. */
		readonly data_age_ms: number | null;
		/** It is read through ccxt alone: its pairs are listed, and nothing is traded there. */
		readonly data_only: boolean;
		/** Of an exchange that is data_only: what is needed of one, as it was found at the last look. */
		readonly needs: readonly {
			/** What is needed. */
			readonly need: string;
			/** Whether the exchange gives it. */
			readonly met: 'yes' | 'partly' | 'no';
			/** By what it is met, or why not. */
			readonly how: string;
			/** What follows of what is missing. */
			readonly consequence: string | null;
		}[];
	}[];
	/** Ids of the caller's open executions on this pair; with a symbol, those of its coin. */
	readonly executions: readonly string[];
	/** Whether to hold or to close each of these executions that runs; portfolio_live has the figures. */
	readonly advice: readonly {
		/** One of executions. */
		readonly execution_id: string;
		/** close: the mean carry of the last 30 days is below 0 and the next 30 days are expected to lose more than half a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
		readonly action: 'hold' | 'close' | 'unknown';
		/** Why, with the figures. */
		readonly reason: string;
	}[];
	/** Of this answer. ISO 8601, UTC. */
	readonly updated_at: string;
};

/** Params of `get_execution`. */
export type GetExecutionParams = {
	/** From portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
	/** How many of the last events are answered. At least 1, at most 1000. Default 200. */
	readonly events?: number | undefined;
};

/** Result of `get_execution`. */
export type GetExecutionResult = {
	readonly execution: {
		/** execution_id. */
		readonly id: string;
		/** Whose it is. */
		readonly user_id: string;
		/** From which it was opened. */
		readonly opportunity_id: string;
		/** Of the call that opened it, for resubmit_execute_opportunity. */
		readonly job_id: string;
		/** Coin and quote, such as BTCUSDT. */
		readonly symbol: string;
		/** Exchange pair. */
		readonly pair: string;
		/** Exchange of the long leg. */
		readonly long_exchange: string;
		/** Exchange of the short leg. */
		readonly short_exchange: string;
		/** USD asked for, over both legs. */
		readonly input_amount: number;
		/** USD opened, over both legs. */
		readonly filled_amount: number;
		/** Of each leg. */
		readonly leverage: number;
		/** Coins held. */
		readonly long_size: number;
		/** Coins held. */
		readonly short_size: number;
		/** Average of the opening fills. */
		readonly long_entry_price: number | null;
		/** Average of the opening fills. */
		readonly short_entry_price: number | null;
		/** Average of both legs. */
		readonly avg_entry_price: number | null;
		/** needs_attention: a person must look; status_reason or the journal says why. */
		readonly status: ExecutionStatus;
		/** Why it stands so, where the status alone does not say it. */
		readonly status_reason: string | null;
		/** How the legs are worked. */
		readonly mode: ExecutionMode;
		/** The exit rules in force: those of the opening as they were changed since, of an ended execution those it ended with. Null: no such rule. */
		readonly exit: ExitInForce;
		/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
		readonly trading_mode: TradingMode;
		/** Accepted. ISO 8601, UTC. */
		readonly created_at: string;
		/** Last change. ISO 8601, UTC. */
		readonly updated_at: string;
		/** Flat on both exchanges. ISO 8601, UTC. */
		readonly closed_at: string | null;
	};
	/** What the execution holds of the long leg. */
	readonly long_position: {
		/** Where the leg is. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Direction of the leg. */
		readonly side: 'long' | 'short';
		/** Coins. */
		readonly size: number;
		/** USD per coin. */
		readonly entry_price: number | null;
		/** USD per coin. */
		readonly mark_price: number | null;
		/** USD per coin. */
		readonly liquidation_price: number | null;
		/** Of the leg. */
		readonly leverage: number;
		/** USD. */
		readonly margin: number | null;
		/** USD. */
		readonly unrealized_pnl: number | null;
		/** Percent. */
		readonly unrealized_pnl_pct: number | null;
		/** Next settlement of the contract; null where it is not known, and where nothing is held. Unix seconds. */
		readonly next_funding_timestamp: number | null;
		/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
		readonly trading_mode: TradingMode;
	};
	/** What it holds of the short leg. */
	readonly short_position: {
		/** Where the leg is. */
		readonly exchange: string;
		/** The exchange's own symbol. */
		readonly symbol: string;
		/** Direction of the leg. */
		readonly side: 'long' | 'short';
		/** Coins. */
		readonly size: number;
		/** USD per coin. */
		readonly entry_price: number | null;
		/** USD per coin. */
		readonly mark_price: number | null;
		/** USD per coin. */
		readonly liquidation_price: number | null;
		/** Of the leg. */
		readonly leverage: number;
		/** USD. */
		readonly margin: number | null;
		/** USD. */
		readonly unrealized_pnl: number | null;
		/** Percent. */
		readonly unrealized_pnl_pct: number | null;
		/** Next settlement of the contract; null where it is not known, and where nothing is held. Unix seconds. */
		readonly next_funding_timestamp: number | null;
		/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
		readonly trading_mode: TradingMode;
	};
	/** USD. */
	readonly pnl: {
		/** Open quantity from fill to mark. */
		readonly unrealized_pnl: number | null;
		/** Closed quantity fill to fill, all funding, all fees. */
		readonly realized_pnl: number;
		/** price_pnl + funding_pnl − fee_cost − slippage_cost. */
		readonly total_pnl: number | null;
		/** Percent of the peak of deployed capital. */
		readonly total_pnl_pct: number | null;
		/** Share of the long leg in total_pnl. */
		readonly long_pnl: number | null;
		/** Share of the short leg in total_pnl. */
		readonly short_pnl: number | null;
		/** Fills valued at their decision mid. */
		readonly price_pnl: number | null;
		/** Received − paid. */
		readonly funding_pnl: number;
		/** A rebate is negative. */
		readonly fee_cost: number;
		/** Fills against their decision mid. */
		readonly slippage_cost: number;
	};
	/** USD. */
	readonly funding: {
		/** ≥ 0. */
		readonly total_received: number;
		/** ≥ 0. */
		readonly total_paid: number;
		/** Received − paid. */
		readonly net_funding: number;
		/** Of the long leg. */
		readonly long_funding: number;
		/** Of the short leg. */
		readonly short_funding: number;
		/** Each settlement of a leg, newest first. */
		readonly funding_events: readonly {
			/** Settlement. Unix seconds. */
			readonly timestamp: number;
			/** Who settled. */
			readonly exchange: string;
			/** The exchange's own symbol. */
			readonly symbol: string;
			/** Positive is received. */
			readonly amount: number;
			/** Settled rate. */
			readonly rate: number | null;
			/** Received − paid of both legs up to and with it. */
			readonly cumulative: number;
		}[];
	};
	/** What could go wrong with it. */
	readonly risk: {
		/** Long coins − short coins. */
		readonly net_delta: number;
		/** USD. */
		readonly unhedged_notional: number | null;
		/** For how long one leg stood without the other since it was opened, milliseconds, by the exchanges' times of the fills. */
		readonly unhedged_ms: number;
		/** Nearer leg, percent of mark. */
		readonly liquidation_distance_pct: number | null;
		/** Expected over the next 720 h, or until max_hours ends; a share of one leg's notional. */
		readonly expected_remaining_carry: number | null;
		/** Last agreement with both exchanges. ISO 8601, UTC. */
		readonly reconciled_at: string | null;
	};
	/** Whether to hold or to close; shares of one leg's notional. Null while it does not run. */
	readonly advice: {
		/** close: the mean carry of the last 30 days is below 0 and the next 30 days are expected to lose more than half a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
		readonly action: 'hold' | 'close' | 'unknown';
		/** Mean carry of the last 720 h in the held direction, a year. */
		readonly month_mean_apr: number | null;
		/** Carry expected over the next 720 h. */
		readonly expected_carry_30d: number | null;
		/** Minus half a round trip: four taker fees and the slippage of four fills at the held quantity. */
		readonly close_below: number | null;
		/** Why, with the figures. */
		readonly reason: string;
	} | null;
	/** How far the opening is; null while nothing more of it is opened. */
	readonly progress: {
		/** Slices that both legs hold. */
		readonly slices_done: number;
		/** Slices that are still to be opened. */
		readonly slices_left: number;
		/** Coins of each leg, all slices. */
		readonly quantity: number;
		/** Coins that both legs hold. */
		readonly opened: number;
		/** Least price basis at which the next slice is begun; null is any. */
		readonly next_level: number | null;
		/** Price basis by the books of now; null while one of them is not current. */
		readonly basis_now: number | null;
		/** What is not open then is dropped, and what is open runs. ISO 8601, UTC. */
		readonly ends_at: string | null;
	} | null;
	/** Why a member is null or doubtful. */
	readonly reasons: readonly Reason[];
	/** The agent that opened it; null: its owner did. */
	readonly agent_id: string | null;
	/** Newest last. */
	readonly events: readonly ExecutionEvent[];
	/** Events in the whole journal of the execution. */
	readonly events_total: number;
};

/** Params of `get_executed_opportunity`. */
export type GetExecutedOpportunityParams = {
	/** The symbol as executions have it, such as BTCUSDT, in any case. 1 to 64 characters. */
	readonly pair: string;
	/** The exchange pair, in either order. 1 to 64 characters. */
	readonly exchange: string;
	/** From 1. At least 1, at most 1000000. Default 1. */
	readonly page?: number | undefined;
	/** Executions per page. At least 1, at most 100. Default 20. */
	readonly limit?: number | undefined;
};

/** Result of `get_executed_opportunity`. */
export type GetExecutedOpportunityResult = {
	/** The symbol. */
	readonly pair: string;
	/** Both exchanges in alphabetical order. */
	readonly exchangepair: string;
	/** One page, as portfolio_live shows them; empty where there are none. */
	readonly executions: readonly ExecutionRecord[];
	readonly pagination: Pagination;
	/** Why a member is null or doubtful. */
	readonly reasons: readonly Reason[];
	/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
	readonly trading_mode: TradingMode;
};

/** Params of `export_ledger`. */
export type ExportLedgerParams = {
	/** First time, an ISO 8601 instant with its zone, or a UTC date. Absent: all. 1 to 40 characters. */
	readonly from?: string | undefined;
	/** First time that is not answered any more, written like from. 1 to 40 characters. */
	readonly until?: string | undefined;
	/** next_cursor of an earlier answer: goes on behind it. Asked for again later, it has what was added since. 1 to 40 characters. */
	readonly cursor?: string | undefined;
	/** Rows per answer. At least 1, at most 2000. Default 500. */
	readonly limit?: number | undefined;
};

/** Result of `export_ledger`. */
export type ExportLedgerResult = {
	/** Each once; the order never changes. */
	readonly rows: readonly {
		/** When it happened, by the exchange's clock. ISO 8601, UTC. */
		readonly time: string;
		/** Where it happened. */
		readonly exchange: string;
		/** The exchange's own. */
		readonly symbol: string;
		/** Of the position. */
		readonly coin: string;
		/** To which it belongs. */
		readonly execution_id: string;
		/** Of the execution. */
		readonly leg: 'long' | 'short';
		/** fill: a trade. fee and rebate: what one cost or brought. funding: a settlement. handover: what one execution gave to another in an emergency hedge; nothing was traded, and both rows sum to nothing. */
		readonly kind: 'fill' | 'fee' | 'rebate' | 'funding' | 'handover';
		/** Whose doing it was: an order of the service, the exchange, a trade by hand. Null of funding. */
		readonly cause: 'order' | 'liquidation' | 'adl' | 'delisting' | 'hand' | 'handover' | null;
		/** Of fills and handovers. */
		readonly side: 'buy' | 'sell' | null;
		readonly quantity: string | null;
		readonly price: string | null;
		/** What the account gained of the asset; negative is lost. Exact decimal, as text. */
		readonly amount: string;
		/** What amount is of. */
		readonly asset: string;
		/** USD at the time; USDT and USDC count at par. Exact decimal, as text. */
		readonly usd_value: string;
		readonly funding_rate: string | null;
		/** The exchange's; null where no order of the service was behind it, or it is not known yet. */
		readonly order_id: string | null;
		/** The exchange's, of the trade or the payment. */
		readonly trade_id: string;
		/** Which money. */
		readonly trading_mode: TradingMode;
		/** Unique, and the same in every export. */
		readonly row_id: string;
	}[];
	/** Where the next answer begins. */
	readonly next_cursor: string;
	/** There are more rows now. */
	readonly has_more: boolean;
	/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
	readonly trading_mode: TradingMode;
};

/** Params of `cancel_execution`. */
export type CancelExecutionParams = {
	/** From portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
	/** Only ends the opening: what is open is balanced and runs on. Where nothing is open the execution has failed with CANCELED; what is below the smallest order of the exchanges is closed again. One that runs already is answered as success. A close that waits for a contract to be traded is taken back. Default false. */
	readonly keep?: boolean | undefined;
};

/** Result of `cancel_execution`. */
export type CancelExecutionResult = CloseAnswer;

/** Params of `update_exit`. */
export type UpdateExitParams = {
	/** From portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
	/** The rules to change. */
	readonly exit: {
		readonly max_hours?: number | null | undefined;
		readonly max_epochs?: number | null | undefined;
		readonly take_profit_pct?: number | null | undefined;
		readonly stop_loss_pct?: number | null | undefined;
		/** Close when funding has turned: its 30-day mean is below 0 and the next 30 days are expected to lose more than half a round trip. */
		readonly close_on_reversal?: boolean | undefined;
		readonly min_liquidation_distance_pct?: number | null | undefined;
	};
};

/** Result of `update_exit`. */
export type UpdateExitResult = ExitAnswer;

/** Params of `continue_epoch`. */
export type ContinueEpochParams = {
	/** From portfolio_live. 1 to 64 characters. */
	readonly execution_id: string;
};

/** Result of `continue_epoch`. */
export type ContinueEpochResult = ExitAnswer;

/** Params of `resubmit_execute_opportunity`. */
export type ResubmitExecuteOpportunityParams = {
	/** Of the failed execution, from portfolio_live. 1 to 64 characters. */
	readonly job_id: string;
};

/** Result of `resubmit_execute_opportunity`. */
export type ResubmitExecuteOpportunityResult = {
	readonly success: true;
	/** For resubmit_execute_opportunity. */
	readonly job_id: string;
	/** For portfolio_live and close_execution. */
	readonly execution_id: string;
	readonly status: 'queued';
	/** How the legs are worked. */
	readonly mode: ExecutionMode;
	/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
	readonly trading_mode: TradingMode;
	/** The opening that was begun, in words. */
	readonly message: string;
	/** USD over both legs that are opened, after both exchanges' lots. */
	readonly planned_amount: number;
	/** When both legs are expected to be filled: of single-delay and grid the latest instant. ISO 8601, UTC. */
	readonly estimated_entry_time: string;
	/** Reasons against the opening, though it was begun. */
	readonly warnings: readonly {
		/** For programs. */
		readonly code: string;
		/** For people. */
		readonly message: string;
	}[];
};

/** Params of `halt_trading`. */
export type HaltTradingParams = {
	/** Said to whoever is refused by it. 1 to 500 characters. */
	readonly reason?: string | undefined;
	/** Also closes the caller's running executions, and cancels those that are queued or opening. Default false. */
	readonly close_all?: boolean | undefined;
};

/** Result of `halt_trading`. */
export type HaltTradingResult = {
	readonly success: true;
	readonly trading: 'halted';
	/** Said to whoever is refused by it. */
	readonly reason: string | null;
	/** Since when it stands: a halt that is repeated keeps its beginning. ISO 8601, UTC. */
	readonly halted_at: string;
	/** While the halt stands, what runs is closed. */
	readonly close_all: boolean;
	/** Executions that are being closed now. */
	readonly closing: readonly string[];
	/** Executions that are being cancelled now. */
	readonly canceling: readonly string[];
};

/** Params of `resume_trading`. */
export type ResumeTradingParams = { readonly [name: string]: never };

/** Result of `resume_trading`. */
export type ResumeTradingResult = {
	readonly success: true;
	/** False: the caller had halted nothing. */
	readonly resumed: boolean;
	/** Exchanges on which the caller may still open nothing, and why. */
	readonly still_halted: readonly {
		/** Name of the exchange. */
		readonly exchange: string;
		/** Who halted it, and why. */
		readonly reason: string;
	}[];
};

/** Params of `list_agents`. */
export type ListAgentsParams = { readonly [name: string]: never };

/** Result of `list_agents`. */
export type ListAgentsResult = readonly Agent[];

/** Params of `create_agent`. */
export type CreateAgentParams = {
	/** What its owner calls it. 1 to 64 characters. */
	readonly name: string;
	/** What it may do: scopes that the calling token has too. 1 to 2 entries. */
	readonly scopes: readonly ('arb:read' | 'arb:trade')[];
	/** What it may do at most; absent or null: no such cap. */
	readonly caps: {
		readonly amount_max?: number | null | undefined;
		readonly open_amount_max?: number | null | undefined;
		readonly pairs?: readonly string[] | null | undefined;
		readonly executions_per_day?: number | null | undefined;
		/** It opens only what has the verdict trade. Default false. */
		readonly must_be_trade?: boolean | undefined;
	};
	/** JSON Web Keys by which it proves itself (private_key_jwt); absent: a key is made. 1 to 4 entries. */
	readonly public_keys?: readonly { readonly [name: string]: string }[] | undefined;
	/** Its tokens count with a proof of its key only (RFC 9449). Default false. */
	readonly requires_dpop?: boolean | undefined;
};

/** Result of `create_agent`. */
export type CreateAgentResult = {
	/** Its client_id too. */
	readonly agent_id: string;
	/** What its owner calls it. */
	readonly name: string;
	/** What it may do. */
	readonly scopes: readonly string[];
	/** What it may do at most; null: no such cap. */
	readonly caps: {
		/** USD over both legs of one execution. */
		readonly amount_max: number | null;
		/** USD over both legs of all its open executions. */
		readonly open_amount_max: number | null;
		/** Exchange pairs on which it may open. */
		readonly pairs: readonly string[] | null;
		/** Since 00:00 UTC. */
		readonly executions_per_day: number | null;
		/** It opens only what has the verdict trade. */
		readonly must_be_trade: boolean;
	};
	/** By what it proves itself. */
	readonly credential: 'key' | 'public_key';
	/** Its tokens count with a proof of its key only. */
	readonly requires_dpop: boolean;
	/** When it was created. ISO 8601, UTC. */
	readonly created_at: string;
	readonly last_used_at: string | null;
	readonly stopped_at: string | null;
	/** Shown once; null for an agent with public keys. */
	readonly agent_key: string | null;
};

/** Params of `update_agent`. */
export type UpdateAgentParams = {
	/** From list_agents. 1 to 64 characters. */
	readonly agent_id: string;
	/** What its owner calls it. 1 to 64 characters. */
	readonly name: string;
	/** What it may do: scopes that the calling token has too. 1 to 2 entries. */
	readonly scopes: readonly ('arb:read' | 'arb:trade')[];
	/** What it may do at most; absent or null: no such cap. */
	readonly caps: {
		readonly amount_max?: number | null | undefined;
		readonly open_amount_max?: number | null | undefined;
		readonly pairs?: readonly string[] | null | undefined;
		readonly executions_per_day?: number | null | undefined;
		/** It opens only what has the verdict trade. Default false. */
		readonly must_be_trade?: boolean | undefined;
	};
};

/** Result of `update_agent`. */
export type UpdateAgentResult = Agent;

/** Params of `rotate_agent_key`. */
export type RotateAgentKeyParams = {
	/** From list_agents. 1 to 64 characters. */
	readonly agent_id: string;
};

/** Result of `rotate_agent_key`. */
export type RotateAgentKeyResult = {
	/** Of the agent. */
	readonly agent_id: string;
	/** Shown once. */
	readonly agent_key: string;
};

/** Params of `stop_agent`. */
export type StopAgentParams = {
	/** From list_agents. 1 to 64 characters. */
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
	/** What you call it; default: the name of the exchange, or what it was called. 1 to 64 characters. */
	readonly label?: string | undefined;
	/** The key. 1 to 128 characters. */
	readonly api_key: string;
	/** Its secret. 1 to 256 characters. */
	readonly api_secret: string;
	/** Its passphrase, where the exchange has one. 1 to 128 characters. */
	readonly api_passphrase?: string | undefined;
};

/** Result of `connect_exchange`. */
export type ConnectExchangeResult = {
	readonly success: true;
	/** The key of an account that was connected before was replaced: its id stays. */
	readonly renewed: boolean;
	readonly account: ExchangeAccount;
};

/** Params of `check_exchange_account`. */
export type CheckExchangeAccountParams = {
	/** From account_exchange_pair. 1 to 64 characters. */
	readonly account_id: string;
};

/** Result of `check_exchange_account`. */
export type CheckExchangeAccountResult = {
	readonly success: true;
	readonly account: ExchangeAccount;
};

/** Params of `use_exchange_account`. */
export type UseExchangeAccountParams = {
	/** From account_exchange_pair. 1 to 64 characters. */
	readonly account_id: string;
};

/** Result of `use_exchange_account`. */
export type UseExchangeAccountResult = {
	readonly success: true;
	readonly account: ExchangeAccount;
};

/** Params of `disconnect_exchange`. */
export type DisconnectExchangeParams = {
	/** From account_exchange_pair. 1 to 64 characters. */
	readonly account_id: string;
	/** Opens nothing more on it, closes what is open, and disconnects then, also over a restart. Default false. */
	readonly close_first?: boolean | undefined;
};

/** Result of `disconnect_exchange`. */
export type DisconnectExchangeResult = {
	readonly success: true;
	/** Of the account. */
	readonly account_id: string;
	/** closing: it goes on by itself; the account is listed until it is done. */
	readonly status: 'disconnected' | 'closing';
	/** Executions that are still open on it. */
	readonly executions: readonly string[];
};

/** Params of `list_exchanges`. */
export type ListExchangesParams = { readonly [name: string]: never };

/** Result of `list_exchanges`. */
export type ListExchangesResult = readonly {
	/** As methods name it. */
	readonly exchange: string;
	/** As people write it. */
	readonly name: string;
	/** page: on the page of the exchange, from the dashboard. simulated: with open_simulated_accounts. key: with connect_exchange. Empty in mode paper. */
	readonly connect_by: readonly ('page' | 'simulated' | 'key')[];
	/** The parts of a key. */
	readonly key_members: readonly {
		/** Member of the params of connect_exchange. */
		readonly param: 'api_key' | 'api_secret' | 'api_passphrase';
		/** As the exchange calls it. */
		readonly name: string;
	}[];
	/** The page where keys of its test environment are made, in mode testnet; null in the other modes. */
	readonly test_key_page: string | null;
}[];

/** Params of `open_simulated_accounts`. */
export type OpenSimulatedAccountsParams = {
	/** Name of a simulated exchange; absent: all at which none is in use. 1 to 32 characters. */
	readonly exchange?: string | undefined;
	/** The name that you give it; default: the name of the exchange. 1 to 64 characters. */
	readonly label?: string | undefined;
};

/** Result of `open_simulated_accounts`. */
export type OpenSimulatedAccountsResult = {
	readonly success: true;
	/** Those that were opened. */
	readonly accounts: readonly ExchangeAccount[];
};

/** Params of `list_tokens`. */
export type ListTokensParams = { readonly [name: string]: never };

/** Result of `list_tokens`. */
export type ListTokensResult = {
	/** Copied tokens, those that are valid first. */
	readonly tokens: readonly {
		/** Names the token; it opens nothing. */
		readonly token_id: string;
		/** The name that its owner gave it. */
		readonly name: string;
		/** The scopes of the token. */
		readonly scopes: readonly string[];
		/** When it was created. ISO 8601, UTC. */
		readonly created_at: string;
		/** When it ends. ISO 8601, UTC. */
		readonly expires_at: string;
		/** When it was revoked; null: it was not. ISO 8601, UTC. */
		readonly revoked_at: string | null;
		/** Exact to a minute; null: never. ISO 8601, UTC. */
		readonly last_used_at: string | null;
	}[];
	/** Applications with access, newest first. */
	readonly applications: readonly {
		/** Names the application among those of its user. */
		readonly application_id: string;
		/** As the application calls itself. */
		readonly name: string;
		/** The scopes that its user has allowed. */
		readonly scopes: readonly string[];
		/** Since when. ISO 8601, UTC. */
		readonly granted_at: string;
		/** Until when. ISO 8601, UTC. */
		readonly expires_at: string;
	}[];
	/** Tokens that pages of the dashboard hold now, 15 minutes each at most; they end with the login. */
	readonly page_tokens: number;
};

/** Params of `create_token`. */
export type CreateTokenParams = {
	/** The name that you give it. 1 to 64 characters. */
	readonly name: string;
	/** The scopes of the token. 1 to 4 entries. */
	readonly scopes: readonly ('arb:read' | 'arb:trade' | 'exchange:connect' | 'agents:manage')[];
	/** Hours until it ends. At least 1, at most 720. Default 1. */
	readonly lifetime_hours?: number | undefined;
};

/** Result of `create_token`. */
export type CreateTokenResult = {
	/** Names the token; it opens nothing. */
	readonly token_id: string;
	/** The name that its owner gave it. */
	readonly name: string;
	/** The scopes of the token. */
	readonly scopes: readonly string[];
	/** When it ends. ISO 8601, UTC. */
	readonly expires_at: string;
	/** Shown once. */
	readonly token: string;
};

/** Params of `rotate_token`. */
export type RotateTokenParams = {
	/** From list_tokens. 1 to 64 characters. */
	readonly token_id: string;
};

/** Result of `rotate_token`. */
export type RotateTokenResult = {
	/** Names the token; it opens nothing. */
	readonly token_id: string;
	/** The name that its owner gave it. */
	readonly name: string;
	/** The scopes of the token. */
	readonly scopes: readonly string[];
	/** When it ends. ISO 8601, UTC. */
	readonly expires_at: string;
	/** Shown once. */
	readonly token: string;
};

/** Params of `revoke_token`. */
export type RevokeTokenParams = {
	/** From list_tokens. 1 to 64 characters. */
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
	/** From list_tokens. 1 to 128 characters. */
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
	/** Names the user in every record. */
	readonly user_id: string;
	/** As the service calls the user. */
	readonly name: string;
	/** Nobody can log in as this user again. */
	readonly is_guest: boolean;
	/** Identities with which the user has logged in. */
	readonly identities: readonly {
		/** The identity provider of the configuration that proved it. */
		readonly provider: string;
		/** The address of the wallet, or the name of the user at the provider. */
		readonly subject: string;
		/** Time of the first login. ISO 8601, UTC. */
		readonly linked_at: string;
		/** Time of the last login. ISO 8601, UTC. */
		readonly last_login_at: string;
	}[];
	/** Passkeys that log the user in. */
	readonly passkeys: number;
};

/** Params of `list_audit`. */
export type ListAuditParams = {
	/** refused: whatever was not done; call: calls that trade; token: applications too. Default "all". */
	readonly kind?: 'all' | 'refused' | 'login' | 'call' | 'connection' | 'token' | 'agent' | undefined;
	/** Entries before this seq; absent: from the newest. At least 1, at most 9007199254740991. */
	readonly before?: number | undefined;
	/** How many at most. At least 1, at most 500. Default 100. */
	readonly limit?: number | undefined;
};

/** Result of `list_audit`. */
export type ListAuditResult = {
	/** Newest first. */
	readonly entries: readonly {
		/** Rises with each entry of the service. */
		readonly seq: number;
		/** When it was done. ISO 8601, UTC. */
		readonly at: string;
		/** The actor. user: a browser that is logged in. */
		readonly actor: 'user' | 'token' | 'agent' | 'application' | 'operator' | 'service';
		/** Id of the token, agent or application. */
		readonly actor_id: string | null;
		/** Noun and verb, such as token.create; call: a method, which details names. */
		readonly action: string;
		/** Id of what it was done to. */
		readonly subject: string | null;
		/** ok, or the code of the error. */
		readonly outcome: string;
		/** Network address of the caller. */
		readonly address: string | null;
		/** Facts that are safe to show. */
		readonly details: { readonly [name: string]: unknown };
	}[];
	/** The before of the next older entries; null: there are none. */
	readonly next_before: number | null;
};

/** Params of `list_alerts`. */
export type ListAlertsParams = {
	/** How many at most. At least 1, at most 500. Default 50. */
	readonly limit?: number | undefined;
};

/** Result of `list_alerts`. */
export type ListAlertsResult = readonly {
	/** The same happening has the same id, however often it is told. */
	readonly alert_id: string;
	/** What it is about. */
	readonly kind:
		| 'execution_state'
		| 'unhedged'
		| 'liquidation_distance'
		| 'venue_down'
		| 'stream_silent'
		| 'trading_halted'
		| 'funding_reversal'
		| 'daily_summary'
		| 'target_paused';
	/** critical wants a person now, warning today. */
	readonly severity: 'info' | 'warning' | 'critical';
	/** When it was raised. ISO 8601, UTC. */
	readonly raised_at: string;
	/** What, was, limit. */
	readonly message: string;
	/** The execution that it is about. */
	readonly execution_id: string | null;
	/** The exchange that it is about. */
	readonly exchange: string | null;
	/** Further figures, by kind. */
	readonly facts: { readonly [name: string]: unknown };
	/** One for each target that it goes to. */
	readonly deliveries: readonly {
		/** Where it goes. */
		readonly target_id: string;
		/** waiting: it is tried again; refused: the target does not take it; dropped: given up. */
		readonly state: 'waiting' | 'delivered' | 'refused' | 'dropped';
		/** Made so far. */
		readonly attempts: number;
		/** When it was delivered, refused or dropped. ISO 8601, UTC. */
		readonly ended_at: string | null;
		/** Of the last attempt. */
		readonly failure: string | null;
	}[];
}[];

/** Params of `list_alert_targets`. */
export type ListAlertTargetsParams = { readonly [name: string]: never };

/** Result of `list_alert_targets`. */
export type ListAlertTargetsResult = readonly {
	/** Of the target. */
	readonly target_id: string;
	/** How it is told. */
	readonly kind: 'webhook' | 'slack' | 'telegram';
	/** What its owner calls it. */
	readonly name: string;
	/** Scheme and host, or the chat; the rest is not shown again. */
	readonly address: string;
	/** Kinds that are sent there; null: all. */
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
		  )[]
		| null;
	/** What is less is not sent there. */
	readonly least_severity: 'info' | 'warning' | 'critical';
	/** When it was added. ISO 8601, UTC. */
	readonly created_at: string;
	/** Since when nothing is sent there, because it failed for too long. ISO 8601, UTC. */
	readonly paused_at: string | null;
	/** Since when every attempt has failed. ISO 8601, UTC. */
	readonly failing_since: string | null;
	/** Of the last attempt. */
	readonly failure: string | null;
	/** When one arrived last. ISO 8601, UTC. */
	readonly last_delivered_at: string | null;
	/** Alerts that are not there yet. */
	readonly waiting: number;
	/** Alerts that were given up. */
	readonly dropped: number;
}[];

/** Params of `add_alert_target`. */
export type AddAlertTargetParams = {
	/** webhook: our JSON, signed; slack: an incoming webhook; telegram: a bot. */
	readonly kind: 'webhook' | 'slack' | 'telegram';
	/** What you call it; default: its kind. 1 to 64 characters. */
	readonly name?: string | undefined;
	/** Of webhook and slack: where to post. https, to a public address. 1 to 2048 characters. */
	readonly url?: string | undefined;
	/** Of telegram: the token of your bot. 1 to 128 characters. */
	readonly bot_token?: string | undefined;
	/** Of telegram: the chat that the bot writes to. 1 to 64 characters. */
	readonly chat_id?: string | undefined;
	/** Kinds of alerts that are sent there; absent: all. 1 to 9 entries. */
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
		  )[]
		| undefined;
	/** What is less severe is not sent there. Default "info". */
	readonly least_severity?: 'info' | 'warning' | 'critical' | undefined;
};

/** Result of `add_alert_target`. */
export type AddAlertTargetResult = {
	/** Of the target. */
	readonly target_id: string;
	/** How it is told. */
	readonly kind: 'webhook' | 'slack' | 'telegram';
	/** What its owner calls it. */
	readonly name: string;
	/** Scheme and host, or the chat; the rest is not shown again. */
	readonly address: string;
	/** Kinds that are sent there; null: all. */
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
		  )[]
		| null;
	/** What is less is not sent there. */
	readonly least_severity: 'info' | 'warning' | 'critical';
	/** When it was added. ISO 8601, UTC. */
	readonly created_at: string;
	/** Since when nothing is sent there, because it failed for too long. ISO 8601, UTC. */
	readonly paused_at: string | null;
	/** Since when every attempt has failed. ISO 8601, UTC. */
	readonly failing_since: string | null;
	/** Of the last attempt. */
	readonly failure: string | null;
	/** When one arrived last. ISO 8601, UTC. */
	readonly last_delivered_at: string | null;
	/** Alerts that are not there yet. */
	readonly waiting: number;
	/** Alerts that were given up. */
	readonly dropped: number;
	/** Of webhook, shown once: whsec_… by Standard Webhooks. Null of the others. */
	readonly signing_secret: string | null;
};

/** Params of `remove_alert_target`. */
export type RemoveAlertTargetParams = {
	/** From list_alert_targets. 1 to 64 characters. */
	readonly target_id: string;
};

/** Result of `remove_alert_target`. */
export type RemoveAlertTargetResult = {
	readonly success: true;
	/** The one that was removed. */
	readonly target_id: string;
};

/** Params of `test_alert_target`. */
export type TestAlertTargetParams = {
	/** From list_alert_targets. 1 to 64 characters. */
	readonly target_id: string;
};

/** Result of `test_alert_target`. */
export type TestAlertTargetResult = {
	/** The one that was tried. */
	readonly target_id: string;
	/** It has answered 2xx. */
	readonly delivered: boolean;
	/** HTTP status; null where nobody answered. */
	readonly status: number | null;
	/** What came back, without what is secret. */
	readonly answer: string;
	/** From sending to the answer, milliseconds. */
	readonly took_ms: number;
};

/** Params of `rpc.discover`. */
export type RpcDiscoverParams = { readonly [name: string]: never };

/** Result of `rpc.discover`. */
export type RpcDiscoverResult = {
	/** Version of the OpenRPC specification. */
	readonly openrpc: string;
	/** What is described. */
	readonly info: {
		/** Name of the service. */
		readonly title: string;
		/** Semantic version of the service. */
		readonly version: string;
	};
	/** Where it answers. */
	readonly servers: readonly {
		/** Address of the endpoint. */
		readonly url: string;
	}[];
	/** One entry per method, as in the reference. */
	readonly methods: readonly {
		/** Name of the method. */
		readonly name: string;
	}[];
	/** Schemas of records, errors and tags, to which methods refer. */
	readonly components: { readonly [name: string]: never };
};

/** Every method by its name. */
export type Methods = {
	/**
	 * Says that the service answers, and which version it is.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 */
	readonly test: { readonly params: TestParams; readonly result: TestResult };
	/**
	 * Says how the service and its exchanges are: mode, readiness, age of the data, feeds, requests, limits, executions over all users, store. A token is needed for sums over users where server.publicFigures is off.
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
	 * Lists opportunities, best first by the given key, with the expected net of each after every cost, at its best horizon or at yours.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Codes of its own: UNKNOWN_EXCHANGE_PAIR.
	 */
	readonly get_opportunities: {
		readonly params: GetOpportunitiesParams;
		readonly result: GetOpportunitiesResult;
	};
	/**
	 * Explains one opportunity: its settlements, history, books and how its costs grow with size.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Codes of its own: UNKNOWN_OPPORTUNITY, OPPORTUNITY_EXPIRED, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED.
	 */
	readonly opportunity_detail: {
		readonly params: OpportunityDetailParams;
		readonly result: OpportunityDetailResult;
	};
	/**
	 * Lists when opportunities were first and last seen, the best they showed, and how they ended, newest first.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Codes of its own: UNKNOWN_EXCHANGE_PAIR.
	 */
	readonly get_opportunity_lives: {
		readonly params: GetOpportunityLivesParams;
		readonly result: GetOpportunityLivesResult;
	};
	/**
	 * Opens a position of two legs from an opportunity, or previews it.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Codes of its own: UNKNOWN_OPPORTUNITY, UNKNOWN_PREVIEW, PREVIEW_MISMATCH, OPPORTUNITY_EXPIRED, EDGE_GONE, NO_TRADE, MODE_NOT_AVAILABLE, EXIT_RULE_CONFLICT, QUOTE_STALE, PRICE_COLLAR, OPPORTUNITY_GUARDED, PAIR_INACTIVE, EXCHANGE_NOT_TRADED, EXCHANGE_NOT_CONNECTED, SELF_CHECK_NOT_PASSED, STREAM_SILENT, INSUFFICIENT_MARGIN, BELOW_MIN_NOTIONAL, INSUFFICIENT_DEPTH, POSITION_CONFLICT, CLOSE_REFUSED, LEVERAGE_REFUSED, PREVIEW_EXCEEDED, QUOTE_DEPEG, RISK_LIMIT, TRADING_HALTED, AGENT_NOT_ALLOWED, IDEMPOTENCY_CONFLICT, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, STORE_UNAVAILABLE.
	 */
	readonly execute_opportunity: {
		readonly params: ExecuteOpportunityParams;
		readonly result: ExecuteOpportunityResult;
	};
	/**
	 * Reads the caller's executions with positions, profit, funding and risk, the exchange accounts, and the kill switches that stand.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Codes of its own: UNKNOWN_EXECUTION.
	 */
	readonly portfolio_live: { readonly params: PortfolioLiveParams; readonly result: PortfolioLiveResult };
	/**
	 * The same as portfolio_live: for programs that call it by this name.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Codes of its own: UNKNOWN_EXECUTION.
	 */
	readonly portfolio_live_v2: {
		readonly params: PortfolioLiveV2Params;
		readonly result: PortfolioLiveV2Result;
	};
	/**
	 * Closes both legs of an execution that is queued, opening or running, or a share of a running one, and waits up to 20 s for them to be flat; or previews that.
	 *
	 * Scope: `arb:trade`. Answers within 25 s. Trades.
	 * Codes of its own: UNKNOWN_EXECUTION, ALREADY_CLOSING, NOT_CLOSABLE, BELOW_MIN_NOTIONAL, EXCHANGE_NOT_CONNECTED, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, STORE_UNAVAILABLE.
	 */
	readonly close_execution: { readonly params: CloseExecutionParams; readonly result: CloseExecutionResult };
	/**
	 * Says whether an exchange pair, or a symbol on it, can be traded now, if not why, and whether to hold or close what runs there.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Codes of its own: UNKNOWN_EXCHANGE_PAIR, UNKNOWN_SYMBOL.
	 */
	readonly check_pair_status: {
		readonly params: CheckPairStatusParams;
		readonly result: CheckPairStatusResult;
	};
	/**
	 * Reads one execution, as portfolio_live shows it, with the last events of its journal.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Codes of its own: UNKNOWN_EXECUTION.
	 */
	readonly get_execution: { readonly params: GetExecutionParams; readonly result: GetExecutionResult };
	/**
	 * Reads the caller's executions of one symbol on one exchange pair, open and ended, newest first. The answer is an object: its array is executions, one page of them.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Codes of its own: UNKNOWN_EXCHANGE_PAIR, UNKNOWN_SYMBOL.
	 */
	readonly get_executed_opportunity: {
		readonly params: GetExecutedOpportunityParams;
		readonly result: GetExecutedOpportunityResult;
	};
	/**
	 * Reads the caller's fills, fees and funding row by row, in the order in which they were journaled: for other books, and for tax.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 */
	readonly export_ledger: { readonly params: ExportLedgerParams; readonly result: ExportLedgerResult };
	/**
	 * Stops an execution that is queued or opening, and closes what it opened or, with keep, lets that run. Waits up to 20 s for it.
	 *
	 * Scope: `arb:trade`. Answers within 25 s. Trades.
	 * Codes of its own: UNKNOWN_EXECUTION, NOT_CANCELABLE, ALREADY_CLOSING, STORE_UNAVAILABLE.
	 */
	readonly cancel_execution: {
		readonly params: CancelExecutionParams;
		readonly result: CancelExecutionResult;
	};
	/**
	 * Changes exit rules of an execution that is not being closed yet. A rule that is left out stays as it is, null removes it; the answer is all of them as they stand then.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Codes of its own: UNKNOWN_EXECUTION, EXIT_NOT_CHANGEABLE, STORE_UNAVAILABLE.
	 */
	readonly update_exit: { readonly params: UpdateExitParams; readonly result: UpdateExitResult };
	/**
	 * Keeps a running execution that max_epochs would end for one more epoch. Each call adds one.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Codes of its own: UNKNOWN_EXECUTION, NOT_CONTINUABLE, EXIT_NOT_CHANGEABLE, STORE_UNAVAILABLE.
	 */
	readonly continue_epoch: { readonly params: ContinueEpochParams; readonly result: ContinueEpochResult };
	/**
	 * Runs a failed execution again as a new one: the same terms, judged by the same checks as any other open. A job is run again once: every further call has the first answer.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Codes of its own: UNKNOWN_JOB, NOT_RESUBMITTABLE, UNKNOWN_OPPORTUNITY, UNKNOWN_PREVIEW, PREVIEW_MISMATCH, OPPORTUNITY_EXPIRED, EDGE_GONE, NO_TRADE, MODE_NOT_AVAILABLE, EXIT_RULE_CONFLICT, QUOTE_STALE, PRICE_COLLAR, OPPORTUNITY_GUARDED, PAIR_INACTIVE, EXCHANGE_NOT_TRADED, EXCHANGE_NOT_CONNECTED, SELF_CHECK_NOT_PASSED, STREAM_SILENT, INSUFFICIENT_MARGIN, BELOW_MIN_NOTIONAL, INSUFFICIENT_DEPTH, POSITION_CONFLICT, CLOSE_REFUSED, LEVERAGE_REFUSED, PREVIEW_EXCEEDED, QUOTE_DEPEG, RISK_LIMIT, TRADING_HALTED, AGENT_NOT_ALLOWED, IDEMPOTENCY_CONFLICT, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, STORE_UNAVAILABLE.
	 */
	readonly resubmit_execute_opportunity: {
		readonly params: ResubmitExecuteOpportunityParams;
		readonly result: ResubmitExecuteOpportunityResult;
	};
	/**
	 * The caller's kill switch: from now on nothing of the caller's is opened and nothing that is opening grows, until resume_trading, also over a restart. Closing goes on. An agent halts for its owner, without close_all.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Codes of its own: AGENT_NOT_ALLOWED, STORE_UNAVAILABLE.
	 */
	readonly halt_trading: { readonly params: HaltTradingParams; readonly result: HaltTradingResult };
	/**
	 * Ends the caller's halt_trading. What the operator has halted stays halted, and is named. No agent may call it.
	 *
	 * Scope: `arb:trade`. Answers within 10 s. Trades.
	 * Codes of its own: AGENT_NOT_ALLOWED, STORE_UNAVAILABLE.
	 */
	readonly resume_trading: { readonly params: ResumeTradingParams; readonly result: ResumeTradingResult };
	/**
	 * The caller's agents with their caps, newest first; those that are stopped come last.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly list_agents: { readonly params: ListAgentsParams; readonly result: ListAgentsResult };
	/**
	 * Creates an agent: a program that takes tokens by client_credentials and trades on your accounts inside its caps, with scopes that the calling token has too. Its key is in this answer and never again.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: RISK_LIMIT.
	 */
	readonly create_agent: { readonly params: CreateAgentParams; readonly result: CreateAgentResult };
	/**
	 * Gives an agent another name, other scopes and caps, all of them anew; counts from its next call on. The scopes must be the calling token’s too.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: UNKNOWN_AGENT, AGENT_STOPPED.
	 */
	readonly update_agent: { readonly params: UpdateAgentParams; readonly result: UpdateAgentResult };
	/**
	 * Makes a new key for an agent, in this answer and never again; the old key and its tokens end at once. The calling token must have the agent’s scopes too.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: UNKNOWN_AGENT, AGENT_STOPPED.
	 */
	readonly rotate_agent_key: { readonly params: RotateAgentKeyParams; readonly result: RotateAgentKeyResult };
	/**
	 * Stops an agent at once and for good: its tokens end, what it has queued is cancelled, nothing more of what it is opening is opened. What is open is the caller’s and runs on.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: UNKNOWN_AGENT, STORE_UNAVAILABLE.
	 */
	readonly stop_agent: { readonly params: StopAgentParams; readonly result: StopAgentResult };
	/**
	 * Lists the caller's connected exchange accounts, by exchange, oldest first.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 */
	readonly account_exchange_pair: {
		readonly params: AccountExchangePairParams;
		readonly result: AccountExchangePairResult;
	};
	/**
	 * Connects an exchange account by an API key that may trade and not withdraw; the first one of an exchange is in use at once. A new key of an account that is connected replaces the old one while executions run.
	 *
	 * Scope: `exchange:connect`. Answers within 20 s. Trades.
	 * Codes of its own: PAPER_NEEDS_NO_KEY, KEY_REFUSED, KEY_CAN_WITHDRAW, KEY_CANNOT_TRADE, ACCOUNT_ALREADY_CONNECTED, TOO_MANY_ACCOUNTS, EXECUTIONS_RUNNING, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, STORE_UNAVAILABLE.
	 */
	readonly connect_exchange: {
		readonly params: ConnectExchangeParams;
		readonly result: ConnectExchangeResult;
	};
	/**
	 * Runs the self-check of an account in mode testnet or live again, and answers when it has ended: clock, key, balance, settings, fees, and one order that cannot fill. In the other modes nothing is done.
	 *
	 * Scope: `exchange:connect`. Answers within 10 s. Trades.
	 * Codes of its own: UNKNOWN_ACCOUNT.
	 */
	readonly check_exchange_account: {
		readonly params: CheckExchangeAccountParams;
		readonly result: CheckExchangeAccountResult;
	};
	/**
	 * Chooses on which of several accounts at an exchange new executions trade. Refused while executions are open on another one there.
	 *
	 * Scope: `exchange:connect`. Answers within 10 s. Trades.
	 * Codes of its own: UNKNOWN_ACCOUNT, EXECUTIONS_RUNNING, KEY_REFUSED, STORE_UNAVAILABLE.
	 */
	readonly use_exchange_account: {
		readonly params: UseExchangeAccountParams;
		readonly result: UseExchangeAccountResult;
	};
	/**
	 * Disconnects an exchange account and erases its key; its history stays. Refused while executions are open on it, unless close_first closes them.
	 *
	 * Scope: `exchange:connect`. Answers within 25 s. Trades.
	 * Codes of its own: UNKNOWN_ACCOUNT, EXECUTIONS_RUNNING, STORE_UNAVAILABLE.
	 */
	readonly disconnect_exchange: {
		readonly params: DisconnectExchangeParams;
		readonly result: DisconnectExchangeResult;
	};
	/**
	 * The exchanges at which accounts can be connected, and how.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 */
	readonly list_exchanges: { readonly params: ListExchangesParams; readonly result: ListExchangesResult };
	/**
	 * Opens an account with 10,000 demo USD at each simulated exchange at which the caller has none in use, or at one exchange that is named, and connects it. For a browser that is logged in.
	 *
	 * Scope: `exchange:connect`. Answers within 20 s. Trades.
	 * Codes of its own: LOGIN_REQUIRED, TOO_MANY_ACCOUNTS, EXECUTIONS_RUNNING, VENUE_UNAVAILABLE, STORE_UNAVAILABLE.
	 */
	readonly open_simulated_accounts: {
		readonly params: OpenSimulatedAccountsParams;
		readonly result: OpenSimulatedAccountsResult;
	};
	/**
	 * The caller's copied tokens, those that are valid first, and the applications that have access. For a browser that is logged in.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Codes of its own: LOGIN_REQUIRED.
	 */
	readonly list_tokens: { readonly params: ListTokensParams; readonly result: ListTokensResult };
	/**
	 * Creates a token for a program that acts as you, with scopes that the calling token has too. Its text is in this answer and never again. For a browser that is logged in.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: LOGIN_REQUIRED, RISK_LIMIT.
	 */
	readonly create_token: { readonly params: CreateTokenParams; readonly result: CreateTokenResult };
	/**
	 * Replaces a valid token by a new one of the same name, scopes and lifetime, whose text is in this answer and never again; the old one ends at once. For a browser that is logged in.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: LOGIN_REQUIRED, UNKNOWN_TOKEN.
	 */
	readonly rotate_token: { readonly params: RotateTokenParams; readonly result: RotateTokenResult };
	/**
	 * Ends a token at once. For a browser that is logged in.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: LOGIN_REQUIRED, UNKNOWN_TOKEN.
	 */
	readonly revoke_token: { readonly params: RevokeTokenParams; readonly result: RevokeTokenResult };
	/**
	 * Ends the access of an application at once, with every token that it has. For a browser that is logged in.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: LOGIN_REQUIRED, UNKNOWN_TOKEN.
	 */
	readonly revoke_application: {
		readonly params: RevokeApplicationParams;
		readonly result: RevokeApplicationResult;
	};
	/**
	 * The account of the caller: name, the identities that were proven at a login, the number of passkeys. For a browser that is logged in.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Codes of its own: LOGIN_REQUIRED.
	 */
	readonly get_account: { readonly params: GetAccountParams; readonly result: GetAccountResult };
	/**
	 * Actions in the caller's name, newest first: logins, tokens, connections, agents, calls that trade. For a browser that is logged in.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 * Codes of its own: LOGIN_REQUIRED.
	 */
	readonly list_audit: { readonly params: ListAuditParams; readonly result: ListAuditResult };
	/**
	 * The caller's last alerts, newest first, with what became of each at every target that it goes to.
	 *
	 * Scope: `arb:read`. Answers within 10 s.
	 */
	readonly list_alerts: { readonly params: ListAlertsParams; readonly result: ListAlertsResult };
	/**
	 * Where the caller's alerts go, oldest first, and how that works; secrets are not shown.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 */
	readonly list_alert_targets: {
		readonly params: ListAlertTargetsParams;
		readonly result: ListAlertTargetsResult;
	};
	/**
	 * Has alerts sent to a webhook, to Slack or to Telegram. The secret that a webhook verifies our signatures with is in this answer and never again.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: TOO_MANY_ALERT_TARGETS.
	 */
	readonly add_alert_target: { readonly params: AddAlertTargetParams; readonly result: AddAlertTargetResult };
	/**
	 * Removes a target of alerts with its secrets; what still waits for it is not sent.
	 *
	 * Scope: `agents:manage`. Answers within 10 s.
	 * Codes of its own: UNKNOWN_ALERT_TARGET.
	 */
	readonly remove_alert_target: {
		readonly params: RemoveAlertTargetParams;
		readonly result: RemoveAlertTargetResult;
	};
	/**
	 * Sends one alert of kind test to a target now, and answers what came back. One that arrives ends a pause.
	 *
	 * Scope: `agents:manage`. Answers within 20 s.
	 * Codes of its own: UNKNOWN_ALERT_TARGET.
	 */
	readonly test_alert_target: {
		readonly params: TestAlertTargetParams;
		readonly result: TestAlertTargetResult;
	};
	/**
	 * Describes the whole service as an OpenRPC document: every method with its params, result, errors and an example. The same is served as GET /openrpc.json. Not in a batch.
	 *
	 * Scope: none, it is public. Answers within 10 s.
	 * Codes of its own: NOT_IN_BATCH.
	 */
	readonly 'rpc.discover': { readonly params: RpcDiscoverParams; readonly result: RpcDiscoverResult };
};

export type MethodName = keyof Methods;

export type MethodParams<M extends MethodName> = Methods[M]['params'];

export type MethodResult<M extends MethodName> = Methods[M]['result'];

/** What can be subscribed to over a WebSocket, by the part of its name before the first dot. */
export type Channels = {
	/**
	 * One page of get_opportunities at your terms, of one exchange pair or of all. The pair may also be named by the param exchangepair. When a record, or the order, has changed, at most every stream.opportunitiesMs. A record whose age alone has grown has not changed.
	 *
	 * Scope: none, it is public.
	 */
	readonly opportunities: {
		/** As it is subscribed to. */
		readonly name: 'opportunities' | `opportunities.${string}`;
		readonly params: {
			/** Exchange pair in either order; absent means all pairs. 1 to 64 characters. */
			readonly exchangepair?: string | undefined;
			/** Records per page. At least 1, at most 100. Default 20. */
			readonly limit?: number | undefined;
			/** Page, from 1. At least 1, at most 1000000. Default 1. */
			readonly page?: number | undefined;
			/** Sort key; best first, unknown last, ties by symbol, then id. net_apr orders by the expected net, too; volume by volume_24h. Default "spread". */
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
			/** Part of the symbol, the coin, or either exchange's own symbol, in any case. 1 to 32 characters. */
			readonly q?: string | undefined;
			/** USD of capital over both legs for which costs are computed. Above 0, at most 1000000000. Default 1000. */
			readonly amount?: number | undefined;
			/** For how long the position is meant to be held. Absent: the best of 8, 24, 72, 168, 336, 720 for each opportunity, which net.horizon_hours states. At least 1, at most 2160. */
			readonly horizon_hours?: number | undefined;
			/** Leverage of each leg. At least 1, at most 200. Default 1. */
			readonly leverage?: number | undefined;
			/** Execution mode; costs are those of four taker fills in every mode. Default "single-direct". */
			readonly mode?: ExecutionMode | undefined;
			/** Only opportunities of this verdict at your terms; absent means all. */
			readonly verdict?: 'trade' | 'no_trade' | 'unknown' | undefined;
			/** Only opportunities whose min_amount is known and at most this. Unit: USD. Above 0, at most 1000000000. */
			readonly max_min_amount?: number | undefined;
			/** Only opportunities that no guard forbids; the verdict may still be no_trade. Default false. */
			readonly tradable_only?: boolean | undefined;
		};
		/** The whole: what a subscription shows at every moment. */
		readonly snapshot: OpportunityPage;
		readonly change: {
			/** Best first. */
			readonly data: readonly Opportunity[];
			readonly pagination?: Pagination;
			/** The instant that the list is of: its order and every record. ISO 8601, UTC. */
			readonly as_of: string;
			/** Keys of rows that are gone. */
			readonly removed: readonly string[];
			/** Keys of all rows in their order; absent while the rows and their order are the same. */
			readonly order?: readonly string[];
		};
	};
	/**
	 * One opportunity at your terms, as get_opportunities shows it, until it is gone. When it has changed, at most every stream.opportunitiesMs.
	 *
	 * Scope: none, it is public.
	 */
	readonly opportunity: {
		/** As it is subscribed to. */
		readonly name: `opportunity.${string}`;
		readonly params: {
			/** USD of capital over both legs for which costs are computed. Above 0, at most 1000000000. Default 1000. */
			readonly amount?: number | undefined;
			/** For how long the position is meant to be held. Absent: the best of 8, 24, 72, 168, 336, 720 for each opportunity, which net.horizon_hours states. At least 1, at most 2160. */
			readonly horizon_hours?: number | undefined;
			/** Leverage of each leg. At least 1, at most 200. Default 1. */
			readonly leverage?: number | undefined;
			/** Execution mode; costs are those of four taker fills in every mode. Default "single-direct". */
			readonly mode?: ExecutionMode | undefined;
		};
		/** The whole: what a subscription shows at every moment. */
		readonly snapshot: Opportunity;
		readonly change: Opportunity;
	};
	/**
	 * What portfolio_live answers: open executions, summary, accounts, kill switches. When an execution or a kill switch has changed, and otherwise what a look every stream.portfolioMs finds changed.
	 *
	 * Scope: `arb:read`.
	 */
	readonly portfolio: {
		/** As it is subscribed to. */
		readonly name: 'portfolio';
		readonly params: { readonly [name: string]: never };
		/** The whole: what a subscription shows at every moment. */
		readonly snapshot: {
			/** Open ones; where they were asked for, ended ones too, newest first. */
			readonly executions: readonly ExecutionRecord[];
			/** Sums over all executions of the caller. */
			readonly summary: {
				/** Open and ended ones. */
				readonly total_executions: number;
				/** Those of status running. */
				readonly running_executions: number;
				/** USD. */
				readonly total_invested: number;
				/** USD. */
				readonly total_unrealized_pnl: number | null;
				/** USD. */
				readonly total_realized_pnl: number;
				/** USD. */
				readonly total_funding_received: number;
				/** USD. */
				readonly total_funding_paid: number;
				/** Percent. */
				readonly weighted_roi: number | null;
				/** Percent. */
				readonly daily_roi: number | null;
			};
			/** Connected exchange accounts. */
			readonly accounts: readonly {
				/** Where the account is. */
				readonly exchange: string;
				/** The caller has it connected. */
				readonly connected: boolean;
				/** USD. */
				readonly equity: number | null;
				/** USD. */
				readonly available: number | null;
				/** USD. */
				readonly margin_used: number | null;
				/** When the exchange said so. ISO 8601, UTC. */
				readonly updated_at: string | null;
				/** What is shown is older than it should be. */
				readonly stale: boolean;
				/** Since the account was connected, USD. */
				readonly equity_change: number | null;
				/** Part of it from executions. */
				readonly execution_pnl: number | null;
				/** Part of it from positions and trades that this service does not manage. */
				readonly unmanaged_pnl: number | null;
				/** Part of it from deposits, transfers, conversions and interest. */
				readonly external_flows: number | null;
				/** Part of it from prices of assets other than USDT, which fees may be paid in. */
				readonly revaluation: number | null;
				/** What is left. */
				readonly unexplained: number | null;
				/** How long the margin of the nearest position lasts at 2 sigma of its own price moves (half-life of 6 h, at least an hour of them). Null when nothing is held, or nothing known; then a reason says why. */
				readonly margin_runway: {
					/** Until a price move of 2 standard deviations uses it up, at most 8,760. */
					readonly hours: number;
					/** The position that is nearest to its liquidation. */
					readonly symbol: string;
					/** USD that its margin lacks to last 72 h. */
					readonly add_margin: number;
					/** What the available balance does not cover of it, from the account that has most available. */
					readonly move: {
						/** Of the asset. */
						readonly amount: number;
						/** What is moved. */
						readonly asset: string;
						/** Exchange that has it. */
						readonly from: string;
						/** Exchange that lacks it. */
						readonly to: string;
					} | null;
					/** The same in words. */
					readonly text: string;
				} | null;
				/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
				readonly trading_mode: TradingMode;
			}[];
			/** Kill switches that keep the caller from opening now; empty where none stands. */
			readonly halts: readonly {
				/** user: the caller's own halt_trading, which resume_trading ends. exchange, service: the operator's. */
				readonly scope: 'user' | 'exchange' | 'service';
				/** Where nothing is opened; null: nowhere. */
				readonly exchange: string | null;
				/** In the words of whoever halted; null where there were none. */
				readonly reason: string | null;
				/** Since when it stands. ISO 8601, UTC. */
				readonly halted_at: string;
				/** operator, restore (of a backup), or the id of the token or agent. */
				readonly halted_by: string;
				/** While it stands, what it covers is closed too. */
				readonly close_all: boolean;
			}[];
			/** Why a member is null or doubtful. */
			readonly reasons: readonly Reason[];
			/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
			readonly trading_mode: TradingMode;
		};
		readonly change: {
			/** Sums over all executions of the caller. */
			readonly summary?: {
				/** Open and ended ones. */
				readonly total_executions: number;
				/** Those of status running. */
				readonly running_executions: number;
				/** USD. */
				readonly total_invested: number;
				/** USD. */
				readonly total_unrealized_pnl: number | null;
				/** USD. */
				readonly total_realized_pnl: number;
				/** USD. */
				readonly total_funding_received: number;
				/** USD. */
				readonly total_funding_paid: number;
				/** Percent. */
				readonly weighted_roi: number | null;
				/** Percent. */
				readonly daily_roi: number | null;
			};
			/** Connected exchange accounts. */
			readonly accounts?: readonly {
				/** Where the account is. */
				readonly exchange: string;
				/** The caller has it connected. */
				readonly connected: boolean;
				/** USD. */
				readonly equity: number | null;
				/** USD. */
				readonly available: number | null;
				/** USD. */
				readonly margin_used: number | null;
				/** When the exchange said so. ISO 8601, UTC. */
				readonly updated_at: string | null;
				/** What is shown is older than it should be. */
				readonly stale: boolean;
				/** Since the account was connected, USD. */
				readonly equity_change: number | null;
				/** Part of it from executions. */
				readonly execution_pnl: number | null;
				/** Part of it from positions and trades that this service does not manage. */
				readonly unmanaged_pnl: number | null;
				/** Part of it from deposits, transfers, conversions and interest. */
				readonly external_flows: number | null;
				/** Part of it from prices of assets other than USDT, which fees may be paid in. */
				readonly revaluation: number | null;
				/** What is left. */
				readonly unexplained: number | null;
				/** How long the margin of the nearest position lasts at 2 sigma of its own price moves (half-life of 6 h, at least an hour of them). Null when nothing is held, or nothing known; then a reason says why. */
				readonly margin_runway: {
					/** Until a price move of 2 standard deviations uses it up, at most 8,760. */
					readonly hours: number;
					/** The position that is nearest to its liquidation. */
					readonly symbol: string;
					/** USD that its margin lacks to last 72 h. */
					readonly add_margin: number;
					/** What the available balance does not cover of it, from the account that has most available. */
					readonly move: {
						/** Of the asset. */
						readonly amount: number;
						/** What is moved. */
						readonly asset: string;
						/** Exchange that has it. */
						readonly from: string;
						/** Exchange that lacks it. */
						readonly to: string;
					} | null;
					/** The same in words. */
					readonly text: string;
				} | null;
				/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
				readonly trading_mode: TradingMode;
			}[];
			/** Kill switches that keep the caller from opening now; empty where none stands. */
			readonly halts?: readonly {
				/** user: the caller's own halt_trading, which resume_trading ends. exchange, service: the operator's. */
				readonly scope: 'user' | 'exchange' | 'service';
				/** Where nothing is opened; null: nowhere. */
				readonly exchange: string | null;
				/** In the words of whoever halted; null where there were none. */
				readonly reason: string | null;
				/** Since when it stands. ISO 8601, UTC. */
				readonly halted_at: string;
				/** operator, restore (of a backup), or the id of the token or agent. */
				readonly halted_by: string;
				/** While it stands, what it covers is closed too. */
				readonly close_all: boolean;
			}[];
			/** Why a member is null or doubtful. */
			readonly reasons?: readonly Reason[];
			/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
			readonly trading_mode?: TradingMode;
			/** Open ones; where they were asked for, ended ones too, newest first. */
			readonly executions: readonly ExecutionRecord[];
			/** Keys of rows that are gone. */
			readonly removed: readonly string[];
			/** Keys of all rows in their order; absent while the rows and their order are the same. */
			readonly order?: readonly string[];
		};
	};
	/**
	 * The state of each execution and the last events of its journal, as they happen. An ended one stays with its end, until 20 others have ended. With every commit to the journal of one of your executions.
	 *
	 * Scope: `arb:read`.
	 */
	readonly executions: {
		/** As it is subscribed to. */
		readonly name: 'executions';
		readonly params: { readonly [name: string]: never };
		/** The whole: what a subscription shows at every moment. */
		readonly snapshot: {
			/** Open ones, and up to 20 that have ended lately. */
			readonly executions: readonly {
				readonly execution: {
					/** execution_id. */
					readonly id: string;
					/** Whose it is. */
					readonly user_id: string;
					/** From which it was opened. */
					readonly opportunity_id: string;
					/** Of the call that opened it, for resubmit_execute_opportunity. */
					readonly job_id: string;
					/** Coin and quote, such as BTCUSDT. */
					readonly symbol: string;
					/** Exchange pair. */
					readonly pair: string;
					/** Exchange of the long leg. */
					readonly long_exchange: string;
					/** Exchange of the short leg. */
					readonly short_exchange: string;
					/** USD asked for, over both legs. */
					readonly input_amount: number;
					/** USD opened, over both legs. */
					readonly filled_amount: number;
					/** Of each leg. */
					readonly leverage: number;
					/** Coins held. */
					readonly long_size: number;
					/** Coins held. */
					readonly short_size: number;
					/** Average of the opening fills. */
					readonly long_entry_price: number | null;
					/** Average of the opening fills. */
					readonly short_entry_price: number | null;
					/** Average of both legs. */
					readonly avg_entry_price: number | null;
					/** needs_attention: a person must look; status_reason or the journal says why. */
					readonly status: ExecutionStatus;
					/** Why it stands so, where the status alone does not say it. */
					readonly status_reason: string | null;
					/** How the legs are worked. */
					readonly mode: ExecutionMode;
					/** The exit rules in force: those of the opening as they were changed since, of an ended execution those it ended with. Null: no such rule. */
					readonly exit: ExitInForce;
					/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
					readonly trading_mode: TradingMode;
					/** Accepted. ISO 8601, UTC. */
					readonly created_at: string;
					/** Last change. ISO 8601, UTC. */
					readonly updated_at: string;
					/** Flat on both exchanges. ISO 8601, UTC. */
					readonly closed_at: string | null;
				};
				/** The agent that opened it; null: its owner did. */
				readonly agent_id: string | null;
				/** The last events of its journal, at most 10, newest last. */
				readonly events: readonly ExecutionEvent[];
				/** Events in the whole journal of the execution. */
				readonly events_total: number;
			}[];
		};
		readonly change: {
			/** Open ones, and up to 20 that have ended lately. */
			readonly executions: readonly {
				readonly execution: {
					/** execution_id. */
					readonly id: string;
					/** Whose it is. */
					readonly user_id: string;
					/** From which it was opened. */
					readonly opportunity_id: string;
					/** Of the call that opened it, for resubmit_execute_opportunity. */
					readonly job_id: string;
					/** Coin and quote, such as BTCUSDT. */
					readonly symbol: string;
					/** Exchange pair. */
					readonly pair: string;
					/** Exchange of the long leg. */
					readonly long_exchange: string;
					/** Exchange of the short leg. */
					readonly short_exchange: string;
					/** USD asked for, over both legs. */
					readonly input_amount: number;
					/** USD opened, over both legs. */
					readonly filled_amount: number;
					/** Of each leg. */
					readonly leverage: number;
					/** Coins held. */
					readonly long_size: number;
					/** Coins held. */
					readonly short_size: number;
					/** Average of the opening fills. */
					readonly long_entry_price: number | null;
					/** Average of the opening fills. */
					readonly short_entry_price: number | null;
					/** Average of both legs. */
					readonly avg_entry_price: number | null;
					/** needs_attention: a person must look; status_reason or the journal says why. */
					readonly status: ExecutionStatus;
					/** Why it stands so, where the status alone does not say it. */
					readonly status_reason: string | null;
					/** How the legs are worked. */
					readonly mode: ExecutionMode;
					/** The exit rules in force: those of the opening as they were changed since, of an ended execution those it ended with. Null: no such rule. */
					readonly exit: ExitInForce;
					/** Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real. */
					readonly trading_mode: TradingMode;
					/** Accepted. ISO 8601, UTC. */
					readonly created_at: string;
					/** Last change. ISO 8601, UTC. */
					readonly updated_at: string;
					/** Flat on both exchanges. ISO 8601, UTC. */
					readonly closed_at: string | null;
				};
				/** The agent that opened it; null: its owner did. */
				readonly agent_id: string | null;
				/** The last events of its journal, at most 10, newest last. */
				readonly events: readonly ExecutionEvent[];
				/** Events in the whole journal of the execution. */
				readonly events_total: number;
			}[];
			/** Keys of rows that are gone. */
			readonly removed: readonly string[];
			/** Keys of all rows in their order; absent while the rows and their order are the same. */
			readonly order?: readonly string[];
		};
	};
	/**
	 * What check_pair_status answers for the pair. When something besides its times and ages has changed: at once with an exchange, else within stream.pairStatusMs.
	 *
	 * Scope: `arb:read`.
	 */
	readonly pair_status: {
		/** As it is subscribed to. */
		readonly name: `pair_status.${string}`;
		readonly params: { readonly [name: string]: never };
		/** The whole: what a subscription shows at every moment. */
		readonly snapshot: {
			/** Both exchanges in alphabetical order. */
			readonly exchangepair: string;
			/** The symbol that was asked for, in upper case; null: the whole pair. */
			readonly symbol: string | null;
			/** Both exchanges' data fresh, both tradable, the pair not halted. */
			readonly active: boolean;
			/** The same value as active. */
			readonly is_active: boolean;
			/** Why it is not active. */
			readonly reason: string | null;
			/** Both, in alphabetical order. */
			readonly exchanges: readonly {
				/** Name of the exchange. */
				readonly exchange: string;
				/** The caller has an account there. */
				readonly connected: boolean;
				/** How old its prices are. */
				readonly market_data: 'fresh' | 'stale' | 'down';
				/** Whether the caller may open there. */
				readonly trading: 'enabled' | 'halted';
				/** Age of the oldest price, milliseconds. */
				readonly data_age_ms: number | null;
				/** It is read through ccxt alone: its pairs are listed, and nothing is traded there. */
				readonly data_only: boolean;
				/** Of an exchange that is data_only: what is needed of one, as it was found at the last look. */
				readonly needs: readonly {
					/** What is needed. */
					readonly need: string;
					/** Whether the exchange gives it. */
					readonly met: 'yes' | 'partly' | 'no';
					/** By what it is met, or why not. */
					readonly how: string;
					/** What follows of what is missing. */
					readonly consequence: string | null;
				}[];
			}[];
			/** Ids of the caller's open executions on this pair; with a symbol, those of its coin. */
			readonly executions: readonly string[];
			/** Whether to hold or to close each of these executions that runs; portfolio_live has the figures. */
			readonly advice: readonly {
				/** One of executions. */
				readonly execution_id: string;
				/** close: the mean carry of the last 30 days is below 0 and the next 30 days are expected to lose more than half a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
				readonly action: 'hold' | 'close' | 'unknown';
				/** Why, with the figures. */
				readonly reason: string;
			}[];
			/** Of this answer. ISO 8601, UTC. */
			readonly updated_at: string;
		};
		readonly change: {
			/** Both exchanges in alphabetical order. */
			readonly exchangepair: string;
			/** The symbol that was asked for, in upper case; null: the whole pair. */
			readonly symbol: string | null;
			/** Both exchanges' data fresh, both tradable, the pair not halted. */
			readonly active: boolean;
			/** The same value as active. */
			readonly is_active: boolean;
			/** Why it is not active. */
			readonly reason: string | null;
			/** Both, in alphabetical order. */
			readonly exchanges: readonly {
				/** Name of the exchange. */
				readonly exchange: string;
				/** The caller has an account there. */
				readonly connected: boolean;
				/** How old its prices are. */
				readonly market_data: 'fresh' | 'stale' | 'down';
				/** Whether the caller may open there. */
				readonly trading: 'enabled' | 'halted';
				/** Age of the oldest price, milliseconds. */
				readonly data_age_ms: number | null;
				/** It is read through ccxt alone: its pairs are listed, and nothing is traded there. */
				readonly data_only: boolean;
				/** Of an exchange that is data_only: what is needed of one, as it was found at the last look. */
				readonly needs: readonly {
					/** What is needed. */
					readonly need: string;
					/** Whether the exchange gives it. */
					readonly met: 'yes' | 'partly' | 'no';
					/** By what it is met, or why not. */
					readonly how: string;
					/** What follows of what is missing. */
					readonly consequence: string | null;
				}[];
			}[];
			/** Ids of the caller's open executions on this pair; with a symbol, those of its coin. */
			readonly executions: readonly string[];
			/** Whether to hold or to close each of these executions that runs; portfolio_live has the figures. */
			readonly advice: readonly {
				/** One of executions. */
				readonly execution_id: string;
				/** close: the mean carry of the last 30 days is below 0 and the next 30 days are expected to lose more than half a round trip. hold: otherwise. unknown: a figure is missing. close_on_reversal closes by the same rule. */
				readonly action: 'hold' | 'close' | 'unknown';
				/** Why, with the figures. */
				readonly reason: string;
			}[];
			/** Of this answer. ISO 8601, UTC. */
			readonly updated_at: string;
		};
	};
	/**
	 * What you are told without having asked. When an alert is raised.
	 *
	 * Scope: `arb:read`.
	 */
	readonly alerts: {
		/** As it is subscribed to. */
		readonly name: 'alerts';
		readonly params: { readonly [name: string]: never };
		/** The whole: what a subscription shows at every moment. */
		readonly snapshot: {
			/** The last 50, newest first. */
			readonly alerts: readonly Alert[];
		};
		readonly change: {
			/** The last 50, newest first. */
			readonly alerts: readonly Alert[];
			/** Keys of rows that are gone. */
			readonly removed: readonly string[];
			/** Keys of all rows in their order; absent while the rows and their order are the same. */
			readonly order?: readonly string[];
		};
	};
	/**
	 * A sign of life for those who cannot see pings, such as browsers. Every interval_seconds.
	 *
	 * Scope: none, it is public.
	 */
	readonly heartbeat: {
		/** As it is subscribed to. */
		readonly name: 'heartbeat';
		readonly params: {
			/** Between two signs of life. At least 1, at most 60. Default 15. */
			readonly interval_seconds?: number | undefined;
		};
		/** The whole: what a subscription shows at every moment. */
		readonly snapshot: {
			/** The service's clock. ISO 8601, UTC. */
			readonly time: string;
		};
		readonly change: {
			/** The service's clock. ISO 8601, UTC. */
			readonly time: string;
		};
	};
};

/** A channel as it is subscribed to: `portfolio`, `opportunities.bybit-kucoin`. */
export type ChannelName = Channels[keyof Channels]['name'];

type KindOf<C extends ChannelName> = C extends `${infer Kind extends keyof Channels}.${string}`
	? Kind
	: C extends keyof Channels
		? C
		: never;

export type ChannelParams<C extends ChannelName> = Channels[KindOf<C>]['params'];

export type ChannelState<C extends ChannelName> = Channels[KindOf<C>]['snapshot'];

export type ChannelChange<C extends ChannelName> = Channels[KindOf<C>]['change'];

/** Every code of `error.data.code`, with the JSON-RPC code it comes under, and whether the same call may succeed later. */
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
	/** The request came from a web page of another site, or used a host name that this service does not accept. Call the service from a program, at its own address. (JSON-RPC code -32600) */
	readonly ORIGIN_NOT_ALLOWED: { readonly rpcCode: -32600; readonly retryable: false };
	/** A method that trades was called as a notification; nothing was done. Send an id, so that the service can answer. (JSON-RPC code -32600) */
	readonly NOTIFICATION_REFUSED: { readonly rpcCode: -32600; readonly retryable: false };
	/** No such method. See docs/rpc.md for the methods. (JSON-RPC code -32601) */
	readonly METHOD_NOT_FOUND: { readonly rpcCode: -32601; readonly retryable: false };
	/** A parameter is missing, unknown, of the wrong type or out of range. Correct the field that the message names. (JSON-RPC code -32602) */
	readonly INVALID_PARAMS: { readonly rpcCode: -32602; readonly retryable: false };
	/** No opportunity with this id was ever issued. Take an id from get_opportunities. (JSON-RPC code -32602) */
	readonly UNKNOWN_OPPORTUNITY: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no execution with this id. Take an id from portfolio_live. (JSON-RPC code -32602) */
	readonly UNKNOWN_EXECUTION: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no token with this id. Take an id from the list of tokens. (JSON-RPC code -32602) */
	readonly UNKNOWN_TOKEN: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no agent with this id. Take an id from the list of agents. (JSON-RPC code -32602) */
	readonly UNKNOWN_AGENT: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no job with this id. Take a job_id from portfolio_live. (JSON-RPC code -32602) */
	readonly UNKNOWN_JOB: { readonly rpcCode: -32602; readonly retryable: false };
	/** The exchange pair is not configured here. Take a pair from exchange_pair. (JSON-RPC code -32602) */
	readonly UNKNOWN_EXCHANGE_PAIR: { readonly rpcCode: -32602; readonly retryable: false };
	/** The pair has no opportunity with this symbol. Take a symbol from get_opportunities. (JSON-RPC code -32602) */
	readonly UNKNOWN_SYMBOL: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no connected exchange account with this id. Take an id from account_exchange_pair. (JSON-RPC code -32602) */
	readonly UNKNOWN_ACCOUNT: { readonly rpcCode: -32602; readonly retryable: false };
	/** You have no alert target with this id. Take an id from list_alert_targets. (JSON-RPC code -32602) */
	readonly UNKNOWN_ALERT_TARGET: { readonly rpcCode: -32602; readonly retryable: false };
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
	/** The service cannot write its journal, so it opens and closes nothing. Free disk space or repair the data directory. (JSON-RPC code -32603) */
	readonly STORE_UNAVAILABLE: { readonly rpcCode: -32603; readonly retryable: true };
	/** The opportunity was issued earlier and no longer exists. Call get_opportunities again. (JSON-RPC code -32000) */
	readonly OPPORTUNITY_EXPIRED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The limit of WebSockets or subscriptions is reached. End one that you do not need, or subscribe with the same params as others; the message states the limit. (JSON-RPC code -32000) */
	readonly SUBSCRIPTION_LIMIT: { readonly rpcCode: -32000; readonly retryable: true };
	/** The net APR is below min_net_apr, or unknown. Lower the guard or wait. (JSON-RPC code -32000) */
	readonly EDGE_GONE: { readonly rpcCode: -32000; readonly retryable: true };
	/** only_if_trade was set and the verdict is not trade. Wait, or decide without the guard. (JSON-RPC code -32000) */
	readonly NO_TRADE: { readonly rpcCode: -32000; readonly retryable: true };
	/** This mode does not work for the trade. Use auto or another amount; the message states the reason. (JSON-RPC code -32000) */
	readonly MODE_NOT_AVAILABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** Mode live is set, but this start does not confirm it. Name the exchanges for real orders: --live, or CARRYWIRE_LIVE. (JSON-RPC code -32000) */
	readonly LIVE_NOT_CONFIRMED: { readonly rpcCode: -32000; readonly retryable: false };
	/** In modes testnet and live an account must pass its self-check before the service opens anything on it. Read self_check in account_exchange_pair, fix the problems it lists, and call check_exchange_account. (JSON-RPC code -32000) */
	readonly SELF_CHECK_NOT_PASSED: { readonly rpcCode: -32000; readonly retryable: true };
	/** The account's own stream reported none of its last orders, so the service opens nothing on it. Wait: the service reconnects the stream by itself. If it stays silent, follow the message. (JSON-RPC code -32000) */
	readonly STREAM_SILENT: { readonly rpcCode: -32000; readonly retryable: true };
	/** An exit rule would close the execution as soon as it opens, or contradicts another rule. Change or omit the rule in the named field. (JSON-RPC code -32000) */
	readonly EXIT_RULE_CONFLICT: { readonly rpcCode: -32000; readonly retryable: false };
	/** A price that the trade needs is too old. Call again when the feed is fresh. (JSON-RPC code -32000) */
	readonly QUOTE_STALE: { readonly rpcCode: -32000; readonly retryable: true };
	/** The mid price of a book is too far from its exchange's own mark or index price, or one of these is unknown. Wait until the book recovers. (JSON-RPC code -32000) */
	readonly PRICE_COLLAR: { readonly rpcCode: -32000; readonly retryable: true };
	/** An exchange of the pair is down, stale or halted. Call check_pair_status. (JSON-RPC code -32000) */
	readonly PAIR_INACTIVE: { readonly rpcCode: -32000; readonly retryable: true };
	/** The service only reads data from an exchange of this opportunity and does not trade there. Choose an opportunity without the guard DATA_ONLY; exchange_pair lists the read-only exchanges. (JSON-RPC code -32000) */
	readonly EXCHANGE_NOT_TRADED: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have no account connected at this exchange. Connect one. (JSON-RPC code -32000) */
	readonly EXCHANGE_NOT_CONNECTED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The service runs in mode paper: it trades its own paper accounts at real prices and accepts no exchange keys. Use the paper accounts, which every user has. For real keys run another service in mode live with its own data directory. (JSON-RPC code -32000) */
	readonly PAPER_NEEDS_NO_KEY: { readonly rpcCode: -32000; readonly retryable: false };
	/** The exchange refuses the key, or the key has expired. Create another key at the exchange. If the exchange restricts addresses, allow the address of this service. (JSON-RPC code -32000) */
	readonly KEY_REFUSED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The key could withdraw money. The service does not store such keys. Create a key that may trade and nothing more. (JSON-RPC code -32000) */
	readonly KEY_CAN_WITHDRAW: { readonly rpcCode: -32000; readonly retryable: false };
	/** The key may not trade perpetual futures. Add that permission at the exchange, or create another key. (JSON-RPC code -32000) */
	readonly KEY_CANNOT_TRADE: { readonly rpcCode: -32000; readonly retryable: false };
	/** This exchange account or key is already connected. Check account_exchange_pair; the user who connected it must disconnect it first. (JSON-RPC code -32000) */
	readonly ACCOUNT_ALREADY_CONNECTED: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have reached the limit of connected accounts at this exchange. Disconnect one; the message states the limit. (JSON-RPC code -32000) */
	readonly TOO_MANY_ACCOUNTS: { readonly rpcCode: -32000; readonly retryable: false };
	/** You have reached the limit of alert targets. Remove one; the message states the limit. (JSON-RPC code -32000) */
	readonly TOO_MANY_ALERT_TARGETS: { readonly rpcCode: -32000; readonly retryable: false };
	/** The active account at the exchange has executions that are open or opening. Close the named executions, or disconnect with close_first. (JSON-RPC code -32000) */
	readonly EXECUTIONS_RUNNING: { readonly rpcCode: -32000; readonly retryable: true };
	/** The account has less available margin than the leg needs. Deposit more, or lower the amount. (JSON-RPC code -32000) */
	readonly INSUFFICIENT_MARGIN: { readonly rpcCode: -32000; readonly retryable: true };
	/** A leg would be below an exchange minimum, when opened or when closed. Raise the amount; the message states the minimum. (JSON-RPC code -32000) */
	readonly BELOW_MIN_NOTIONAL: { readonly rpcCode: -32000; readonly retryable: false };
	/** The book does not hold the quantity within the slippage guard. Lower the amount or widen max_slippage_bps. (JSON-RPC code -32000) */
	readonly INSUFFICIENT_DEPTH: { readonly rpcCode: -32000; readonly retryable: true };
	/** A guard blocks this opportunity, such as stale or missing data, or a different coin with the same ticker. Read the guards and reasons of the opportunity. (JSON-RPC code -32000) */
	readonly OPPORTUNITY_GUARDED: { readonly rpcCode: -32000; readonly retryable: true };
	/** The account holds the instrument on the other side, with another leverage, or in a quantity that no execution explains. Use the same side and leverage, or close that position first. (JSON-RPC code -32000) */
	readonly POSITION_CONFLICT: { readonly rpcCode: -32000; readonly retryable: false };
	/** The exchange refuses a close of this instrument. Wait until that close has ended. (JSON-RPC code -32000) */
	readonly CLOSE_REFUSED: { readonly rpcCode: -32000; readonly retryable: true };
	/** An exchange refuses this leverage or margin mode. Use a lower leverage. (JSON-RPC code -32000) */
	readonly LEVERAGE_REFUSED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The preview has expired, or a cost moved out of its bounds. Request a new preview. (JSON-RPC code -32000) */
	readonly PREVIEW_EXCEEDED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The legs' quote currencies have lost their peg to each other. Wait until they trade at par again. (JSON-RPC code -32000) */
	readonly QUOTE_DEPEG: { readonly rpcCode: -32000; readonly retryable: true };
	/** A limit of the service, the user or the agent blocks this. Lower the amount; the message names the check and its limit. (JSON-RPC code -32000) */
	readonly RISK_LIMIT: { readonly rpcCode: -32000; readonly retryable: false };
	/** Opening is halted, or an exchange recently left too many requests unanswered. Resume opening, or wait. (JSON-RPC code -32000) */
	readonly TRADING_HALTED: { readonly rpcCode: -32000; readonly retryable: true };
	/** The execution is already closing, and the call requests something else: a share, a tighter guard, or to keep the open part. Call close_execution without share and max_slippage_bps to wait for the end, or follow it in portfolio_live. (JSON-RPC code -32000) */
	readonly ALREADY_CLOSING: { readonly rpcCode: -32000; readonly retryable: true };
	/** The call closes a share of an execution that is not running yet. Omit share to close everything. Or end the opening with cancel_execution and keep, then close a share. (JSON-RPC code -32000) */
	readonly NOT_CLOSABLE: { readonly rpcCode: -32000; readonly retryable: true };
	/** The execution is running or has ended, so there is no opening to cancel. Close a running one with close_execution. (JSON-RPC code -32000) */
	readonly NOT_CANCELABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The execution is not running, or has no max_epochs to extend. Check its status in portfolio_live; set max_epochs with update_exit. (JSON-RPC code -32000) */
	readonly NOT_CONTINUABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The execution is closing or has ended, so its exit rules no longer apply. Check its status in portfolio_live. (JSON-RPC code -32000) */
	readonly EXIT_NOT_CHANGEABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The job did not fail, so it cannot be retried. Call execute_opportunity for another execution. (JSON-RPC code -32000) */
	readonly NOT_RESUBMITTABLE: { readonly rpcCode: -32000; readonly retryable: false };
	/** This idempotency key was used before with other params. Use a new key. (JSON-RPC code -32000) */
	readonly IDEMPOTENCY_CONFLICT: { readonly rpcCode: -32000; readonly retryable: false };
	/** The exchange does not support OAuth, or this service is not registered there. Connect the account with an API key. (JSON-RPC code -32000) */
	readonly EXCHANGE_OAUTH_NOT_OFFERED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The return from the exchange does not match a connection that this browser and user started, or it was used or has expired. Start the connection again. (JSON-RPC code -32000) */
	readonly EXCHANGE_OAUTH_STATE: { readonly rpcCode: -32000; readonly retryable: false };
	/** The user declined the connection on the page of the exchange, or the exchange refused it. Start the connection again, or connect with an API key. (JSON-RPC code -32000) */
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
	/** Only a browser with a login may do this. Use the dashboard. (JSON-RPC code 403) */
	readonly LOGIN_REQUIRED: { readonly rpcCode: 403; readonly retryable: false };
	/** The form did not come from a page of this service. Open the page again and submit its form. (JSON-RPC code 403) */
	readonly FORM_REFUSED: { readonly rpcCode: 403; readonly retryable: false };
	/** The identity is proven, but this service does not admit it. Ask the operator to add you to auth.admitted. (JSON-RPC code 403) */
	readonly LOGIN_NOT_ADMITTED: { readonly rpcCode: 403; readonly retryable: false };
	/** The agent is stopped permanently. Create another agent. (JSON-RPC code -32000) */
	readonly AGENT_STOPPED: { readonly rpcCode: -32000; readonly retryable: false };
	/** The caller is an agent, and only its owner may do this; or its owner has stopped it. Have the owner call. (JSON-RPC code 403) */
	readonly AGENT_NOT_ALLOWED: { readonly rpcCode: 403; readonly retryable: false };
	/** Too many calls. Wait for retry_after_ms. (JSON-RPC code 429) */
	readonly RATE_LIMITED: { readonly rpcCode: 429; readonly retryable: true };
};

export type ErrorCode = keyof ErrorCodes;

/** Codes after which the same call may succeed later, unchanged. */
export type RetryableCode = {
	[C in ErrorCode]: ErrorCodes[C]['retryable'] extends true ? C : never;
}[ErrorCode];
