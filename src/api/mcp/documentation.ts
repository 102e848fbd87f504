/** A page in `docs/` that agents may read as a resource. */

export type DocumentationPage = { readonly name: string; readonly description: string };

/** The pages that agents may read, in the order of the resource list. */
export const DOCUMENTATION_PAGES: readonly DocumentationPage[] = [
	{ name: 'rpc', description: 'Methods: params, rules, defaults, results, examples.' },
	{ name: 'errors', description: 'Error codes: meaning, whether to retry, what to do.' },
	{ name: 'limits', description: 'All limits with names and units.' },
	{ name: 'guards', description: 'All guards, and which ones block a trade.' },
	{ name: 'risk', description: 'Risk checks before every opening, with their limits.' },
	{
		name: 'modes',
		description:
			'The trading modes (simulated, paper, testnet, live): which money each one uses, and its limits.',
	},
	{ name: 'scores', description: 'How liquidity_score and risk_score are calculated.' },
	{ name: 'venues', description: 'Exchanges: fees, funding intervals and special rules.' },
	{ name: 'calibration', description: 'Forecast model and its track record.' },
	{
		name: 'reliability',
		description: 'How the service protects positions during failures, and how this is tested.',
	},
	{ name: 'security', description: 'Permissions and protections.' },
	{ name: 'mcp', description: 'How to use these tools: connections, tokens, previews, limits.' },
];

/** Reads the package's documentation as text. */
export interface Documentation {
	/** Reads a page. @throws Error if the package lacks the page. */
	page(name: string): Promise<string>;
	/** Reads the instructions for agents, `skills/carrywire/SKILL.md`. */
	skill(): Promise<string>;
}
