/** Which pages of `docs/` an agent may read as resources, and what each answers. */

export type DocumentationPage = { readonly name: string; readonly description: string };

/** Pages of the documentation that agents may read, in the order in which they are listed. */
export const DOCUMENTATION_PAGES: readonly DocumentationPage[] = [
	{ name: 'rpc', description: 'Every method: params, rules, defaults, results, examples.' },
	{ name: 'errors', description: 'Every error code: what it means, whether to try again, what to do.' },
	{ name: 'limits', description: 'Every limit with its name and unit.' },
	{ name: 'guards', description: 'What stands against an opportunity, and what of it blocks.' },
	{ name: 'risk', description: 'The checks before every opening, with their limits.' },
	{
		name: 'modes',
		description: 'simulated, paper, testnet and live: which money, and what each cannot show.',
	},
	{ name: 'scores', description: 'How liquidity_score and risk_score are made.' },
	{ name: 'venues', description: 'The exchanges, their fees, intervals and peculiarities.' },
	{ name: 'calibration', description: 'How the expectation is made, and how it did, good and bad.' },
	{ name: 'reliability', description: 'What happens to positions in failures, and how that was tried.' },
	{ name: 'security', description: 'Who may do what, and what protects it.' },
	{ name: 'mcp', description: 'These tools: how to connect, tokens, previews, limits.' },
];

/** Reads a file of the package as text. */
export interface Documentation {
	/** @throws Error when the package was installed without it. */
	page(name: string): Promise<string>;
	/** The instructions for agents, `skills/carrywire/SKILL.md`. */
	skill(): Promise<string>;
}
