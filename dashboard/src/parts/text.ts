/** UI text for components that several pages share. */
export const text = {
	verdict: { trade: 'Trade', no_trade: 'No trade', unknown: 'Unknown' },
	tryAgain: 'Try again',
	loading: (what: string) => `Loading ${what} …`,
	scrollable: (label: string) => `${label}, scrollable`,
	costs: {
		caption: 'Cost breakdown',
		heads: { part: 'Item', share: 'Share of one leg', usd: 'USD' },
		funding: 'Expected funding',
		fundingMeaning: (held: string, deviation: string) => `received minus paid in ${held}, ± ${deviation}`,
		minus: 'minus',
		parts: [
			['entry_fees', 'Entry fees', 'both exchanges, to open'],
			['exit_fees', 'Exit fees', 'both exchanges, to close'],
			['entry_slippage', 'Entry slippage', 'price impact of your size on entry'],
			['exit_slippage', 'Exit slippage', 'price impact on exit, in the current order books'],
			['basis', 'Price basis', 'expected change in the price gap until exit'],
		],
		total: 'Total costs',
		net: 'Expected net',
		within: (held: string) => `in ${held}`,
		leg: (coins: string, base: string, usd: string) => `One leg is ${coins} ${base}, worth ${usd}.`,
		note: 'A negative cost is a gain. Slippage is measured from the mid price of each book.',
	},
} as const;
