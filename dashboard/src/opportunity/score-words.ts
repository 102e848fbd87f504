/** What each component of the two scores looks at, in a sentence for whoever has read nothing (docs/scores.md has the ends). */

export type ComponentWords = { readonly name: string; readonly meaning: string };

export const SCORE_WORDS: Readonly<Record<string, ComponentWords>> = {
	'liquidity.depth': {
		name: 'Depth',
		meaning: 'What the thinnest of the four sides of both books takes before prices move too far.',
	},
	'liquidity.bid_ask': {
		name: 'Bid-ask spread',
		meaning: 'How far the best bid and the best ask are apart in the wider book.',
	},
	'liquidity.volume': {
		name: 'Volume',
		meaning: 'What the quieter exchange trades of the coin in 24 hours.',
	},
	'liquidity.open_interest': {
		name: 'Open interest',
		meaning: 'The worth of all positions that are open in it on the smaller exchange.',
	},
	'liquidity.size': { name: 'Your size', meaning: 'Your leg against what the thinnest side takes.' },
	'risk.signal': {
		name: 'Weak signal',
		meaning: 'The funding that is expected is small against how much it swings.',
	},
	'risk.reversal': {
		name: 'Reversal',
		meaning: 'The chance that over the horizon more funding is paid than received.',
	},
	'risk.liquidation': {
		name: 'Liquidation',
		meaning: 'How small a move of the price would let an exchange close a leg by force, at your leverage.',
	},
	'risk.rate_cap': {
		name: 'Rate at its cap',
		meaning: 'An exchange caps the rate, and may settle more often from the next settlement on.',
	},
	'risk.basis_swing': {
		name: 'Swinging basis',
		meaning: 'How much the difference of both prices swings: opening or closing may cost more than now.',
	},
	'risk.basis_extreme': {
		name: 'Extreme basis',
		meaning: 'How far the difference of both prices is from its mean at this moment.',
	},
	'risk.quotes': { name: 'Two currencies', meaning: 'The legs are settled in different currencies.' },
	'risk.history': { name: 'Short history', meaning: 'How little settled funding both legs have in common.' },
	'risk.exit': { name: 'Thin exit', meaning: 'Your leg against what the thinner book takes on the way out.' },
	'risk.guards': {
		name: 'Guards',
		meaning: 'What stands against the trade now, as listed under the verdict.',
	},
	'risk.intervals': {
		name: 'Two clocks',
		meaning: 'The legs settle at different intervals, so one pays more often than the other.',
	},
};

export type ComponentShown = ComponentWords & { readonly key: string; readonly value: number | null };

/** Those of one score, in the order of the service; one that has no words yet keeps its own name. */
export function componentsOf(
	components: Readonly<Record<string, number | null>>,
	score: 'liquidity' | 'risk',
): readonly ComponentShown[] {
	return Object.entries(components)
		.filter(([key]) => key.startsWith(`${score}.`))
		.map(([key, value]) => ({
			key,
			value,
			...(SCORE_WORDS[key] ?? { name: key.slice(score.length + 1).replaceAll('_', ' '), meaning: '' }),
		}));
}
