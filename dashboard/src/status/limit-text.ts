/** Meaning of each trading limit on the Status page, keyed by the name of its setting. */
export const LIMIT_MEANINGS: Readonly<Record<string, string>> = {
	'execution.maxSlippageBpsDefault': 'Slippage limit of a leg if the call sets none.',
	'execution.maxSlippageBpsMax': 'Widest slippage limit that a call may set.',
	'execution.leverageMax': 'Highest leverage of a leg.',
	'execution.amountMaxUsd': 'Largest amount of one position, both legs together.',
	'execution.openAmountMaxUsd': 'Largest open amount of one user.',
	'execution.executionsOpenMax': 'Largest number of open positions of one user.',
	'execution.widenAfterMs':
		'Time to complete a lagging leg within the slippage limit. Then the limit of a close applies.',
	'execution.reduceAfterMs': 'Time to complete a lagging leg. Then the larger leg is reduced.',
	'execution.unhedgedMaxUsd': 'Largest unhedged amount of one position. It limits the size of each slice.',
	'execution.unhedgedUserMaxUsd': 'Largest unhedged amount of one user. A slice waits until it fits.',
	'execution.unhedgedServiceMaxUsd':
		'Largest unhedged amount of all users together. A slice waits until it fits.',
	'execution.settlementGuardMs': 'Time before and after a settlement without orders that open a position.',
	'execution.makerMs':
		'Time that the first leg rests as a maker order in the opening mode “One leg first”. Then it crosses the spread.',
	'execution.closeMakerMs':
		'Time that a close as maker leaves orders on the book. Then the rest is closed as taker.',
	'execution.closeMakerMoveBpsMax':
		'Largest rise of the price basis during a close as maker. Then the close takes liquidity.',
	'execution.gridMs': 'Time to open a grid. Then its unopened part is dropped.',
	'execution.unwindSlippageBpsMax':
		'Largest distance from the mid price for orders that complete, reduce or close a leg.',
	'execution.unknownAttentionMs': 'Time after which an order with an unknown outcome needs your attention.',
	'execution.bookAgeMsMax':
		'Maximum age of an order book for a trading decision. Older books are fetched again.',
	'execution.accountPollMs': 'Time between reads of an account with an open position or a trade.',
	'execution.accountIdlePollMs': 'Time between reads of any other account.',
	'execution.accountAgeMsMax':
		'Maximum age of account data for a trading decision. Older data are fetched again.',
	'execution.emergencyHedge':
		'If an exchange stops answering, its leg is hedged on a third exchange that the user has connected.',
	'execution.emergencyHedgeAfterMs': 'Time without an answer after which an exchange counts as down.',
	'execution.previewTtlMs': 'Validity of a preview.',
	'execution.closeWaitMs': 'Longest time that a close waits for both legs to be flat.',
	'risk.openNotionalMaxUsd': 'Largest open notional of one user, all legs together.',
	'risk.coinNotionalMaxUsd': 'Largest open notional of one user in one coin, all legs together.',
	'risk.venueNotionalMaxUsd': 'Largest open notional of one user on one exchange.',
	'risk.dailyLossMaxUsd':
		'Loss of one user since 00:00 UTC, realized and unrealized, that blocks new positions.',
	'risk.stressMovePct': 'Adverse price move that the margin of a leg must survive.',
	'risk.liquidationDistanceMinPct':
		'Minimum distance from the entry price of a leg to its liquidation price.',
	'risk.collarPct':
		'Largest distance of a mid price from the mark price and the index price of the exchange.',
	'risk.dataAgeMsMax': 'Maximum age of balances and positions when the risk checks read them.',
	'risk.childDepthSharePct':
		'Largest share of the book depth that one grid slice may use. The thinnest book side counts.',
	'risk.venueErrorWindowMs': 'Time over which requests to an exchange are counted.',
	'risk.venueErrorPctMax': 'Share of unanswered requests above which no position opens on the exchange.',
	'risk.venueErrorsMin': 'Minimum number of unanswered requests before they block openings.',
	'marketData.tickerStaleMs': 'Prices older than this are stale.',
	'marketData.bookStaleMs': 'Order books older than this are stale.',
};
