/**
 * Defines the flags, arguments and help of the commands that read from a service and trade. A command's code is
 * loaded when it runs.
 */
import { type CliCommand, list, number, option, text } from './command.ts';
import { PUBLIC_FLAGS, SERVICE_FLAGS, YES_FLAG } from './shared-flags.ts';
import {
	EXIT_FLAGS,
	FUNDING_DAYS,
	FUNDING_ORDERS,
	FUNDING_SORT_KEYS,
	GROUPS,
	OPENING_FLAGS,
	ORDERS,
	PLAN_FLAGS,
	RATE_UNIT_FLAG,
	SORT_KEYS,
	TERMS_FLAGS,
	VERDICTS,
} from './trade-flags.ts';

/** Commands that call trading methods, from opportunities to status, in the order that help shows. */
export const TRADING_COMMANDS: readonly CliCommand[] = [
	{
		name: 'opportunities',
		group: 'trade',
		summary: 'List opportunities with their expected net profit after all costs.',
		about:
			'Lists opportunities for your amount, holding period and leverage, best first. The headline spread is not a profit: see the verdict, the expected net profit with its holding period (NET), and the chance of a profit (CHANCE). Prints the result of get_opportunities.',
		forms: ['[flags]'],
		flags: {
			exchangepair: text('PAIR', 'Only this pair of exchanges, such as bybit-kucoin.'),
			q: text('TEXT', 'Only symbols that contain this text.'),
			coins: list('COINS', 'Only these coins, as written in the list, separated by commas.'),
			sortby: text('KEY', `Sort by ${SORT_KEYS.join(', ')} (default spread).`, { choices: SORT_KEYS }),
			order: text('ORDER', `Sort ${ORDERS.join(' or ')} (default best_first).`, { choices: ORDERS }),
			'group-by': text(
				'GROUP',
				'coin: only the first opportunity of each coin, with the number of matches (default none).',
				{ choices: GROUPS },
			),
			'tradable-only': {
				kind: 'switch',
				meaning: 'Only opportunities that no guard blocks; the verdict may still be no_trade.',
			},
			verdict: text('VERDICT', `Only this verdict: ${VERDICTS.join(', ')}.`, { choices: VERDICTS }),
			'max-min-amount': number(
				'USD',
				'Only opportunities whose minimum total capital (both legs) is at most this.',
			),
			limit: number('NUMBER', 'Rows per page, at most 100 (default 20).'),
			page: number('NUMBER', 'Page number (default 1).'),
			...TERMS_FLAGS,
			...PUBLIC_FLAGS,
		},
		examples: [
			'carrywire opportunities --sortby net_apr --tradable-only --limit 5',
			'carrywire opportunities --exchangepair bybit-kucoin --amount 5000 --horizon-hours 72',
			'carrywire opportunities --group-by coin --sortby net_apr',
			'carrywire opportunities --coins BTC,ETH --sortby risk_score --order worst_first',
			'carrywire opportunities --json --limit 1 | jq .data',
		],
		load: async () => (await import('./commands/opportunities.ts')).opportunities,
	},
	{
		name: 'opportunity',
		group: 'trade',
		summary: 'Explain one opportunity: legs, cost breakdown, upcoming settlements.',
		about:
			'Explains one opportunity for your amount, holding period and leverage: both legs, the expected funding and costs, the upcoming settlements, and the reasons for the verdict. Prints the result of opportunity_detail.',
		forms: ['ID [flags]'],
		words: [{ name: 'ID', meaning: 'ID of the opportunity, from carrywire opportunities.' }],
		flags: { ...TERMS_FLAGS, ...PUBLIC_FLAGS },
		examples: ['carrywire opportunity opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 2000'],
		load: async () => (await import('./commands/opportunity.ts')).opportunity,
	},
	{
		name: 'funding-map',
		group: 'trade',
		summary: 'Compare the funding rates of all coins at all exchanges.',
		about:
			"Lists the current funding rate of each coin at each exchange, converted to the same interval, with the widest spread between two exchanges. A cell shows the exchange's most traded contract. A ~ marks a stale rate, and a ! marks the last rate of an exchange that does not answer. Prints the result of funding_map.",
		forms: ['[flags]'],
		flags: {
			q: text('TEXT', 'Only coins whose name, or whose symbol at an exchange, contains this text.'),
			coins: list('COINS', 'Only these coins, separated by commas.'),
			exchanges: list('NAMES', 'Only these exchanges, separated by commas; the spread refers to them.'),
			sortby: text('KEY', `Sort by ${FUNDING_SORT_KEYS.join(', ')} (default spread).`, {
				choices: FUNDING_SORT_KEYS,
			}),
			order: text('ORDER', `Sort ${FUNDING_ORDERS.join(' or ')} (default best_first).`, {
				choices: FUNDING_ORDERS,
			}),
			limit: number('NUMBER', 'Coins per page, at most 100 (default 20).'),
			page: number('NUMBER', 'Page number (default 1).'),
			...RATE_UNIT_FLAG,
			...PUBLIC_FLAGS,
		},
		examples: [
			'carrywire funding-map --limit 10',
			'carrywire funding-map --coins BTC,ETH --unit per_year',
			'carrywire funding-map --exchanges bybit,okx --sortby volume --json',
		],
		load: async () => (await import('./commands/funding-map.ts')).fundingMap,
	},
	{
		name: 'funding-history',
		group: 'trade',
		summary: 'Compare the settled funding of one coin at all exchanges.',
		about:
			'Lists each contract on the coin with the mean of its settled funding rates, converted to the same interval, and how much of the range is known. With --json it also prints every settlement, or one mean per day beyond 30 days. Prints the result of funding_history.',
		forms: ['COIN [flags]'],
		words: [{ name: 'COIN', meaning: 'The coin, such as BTC.' }],
		flags: {
			days: number('DAYS', `Length of the range: ${FUNDING_DAYS.join(', ')} (default 30).`, {
				choices: FUNDING_DAYS.map(String),
			}),
			...RATE_UNIT_FLAG,
			...PUBLIC_FLAGS,
		},
		examples: ['carrywire funding-history BTC', 'carrywire funding-history SOL --days 365 --json'],
		load: async () => (await import('./commands/funding-history.ts')).fundingHistory,
	},
	{
		name: 'plan',
		group: 'trade',
		summary: 'Plan the whole portfolio: coins, exchanges, sizes and changes. Sends nothing.',
		about:
			'Plans your capital over several exchanges, starting from what you hold now. It first compares the expected net with cash: a plan that does not pay more than cash is a result. Then it lists each change with its expected gain, its cost, their ratio and the limits that decided its size, the margin of each exchange under price moves, and the transfers that the plan would like. Sends nothing to an exchange. Prints the result of plan_portfolio.',
		forms: ['[flags]'],
		flags: { ...PLAN_FLAGS, ...SERVICE_FLAGS },
		examples: [
			'carrywire plan',
			'carrywire plan --capital 50000 --exchanges bybit,hyperliquid,okx --leverage 1.8',
			'carrywire plan --without-coins DOGE --coin-share 0.2 --json | jq .outcome',
		],
		load: async () => (await import('./commands/plan.ts')).plan,
	},
	{
		name: 'preview',
		group: 'trade',
		summary: 'Preview an opening: orders, costs and checks. Sends nothing.',
		about:
			'Shows what carrywire execute would do with the same flags: both orders, the cost breakdown, each failed check with its limit, and the expiry and bounds of the preview. Sends nothing to an exchange. Prints the result of execute_opportunity with preview.',
		forms: ['ID --amount USD [flags]'],
		words: [{ name: 'ID', meaning: 'ID of the opportunity, from carrywire opportunities.' }],
		flags: { ...OPENING_FLAGS, ...EXIT_FLAGS, ...SERVICE_FLAGS },
		examples: ['carrywire preview opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 1000'],
		load: async () => (await import('./commands/preview.ts')).preview,
	},
	{
		name: 'execute',
		group: 'trade',
		summary: 'Open a position: preview, confirm, open, and follow until it runs.',
		about:
			'Opens a position of two legs. It first shows a preview with the cost breakdown and the failed checks, and requires the answer "yes" (without a terminal it needs --yes). It then opens exactly the previewed position, within the bounds of the preview, and follows every step until the position runs or has failed. Ctrl-C only stops watching; the opening continues. Prints the result of get_execution once the position runs, or with --no-wait the result of execute_opportunity. The exit code is 5 if the position does not reach the status running.',
		forms: ['ID --amount USD [flags]'],
		words: [{ name: 'ID', meaning: 'ID of the opportunity, from carrywire opportunities.' }],
		flags: {
			...OPENING_FLAGS,
			...EXIT_FLAGS,
			...YES_FLAG,
			'no-wait': { meaning: 'Exit as soon as the service has accepted the request.' },
			'idempotency-key': option(
				'TEXT',
				'Repeated calls with the same key and the same flags open only one position. With this flag there is no preview or confirmation, so --yes is required.',
			),
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire execute opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 1000',
			'carrywire execute opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 1000 --max-hours 72 --stop-loss-pct 2 --yes --json',
		],
		load: async () => (await import('./commands/execute.ts')).execute,
	},
	{
		name: 'portfolio',
		group: 'trade',
		summary: 'Show open executions with their PnL breakdown, and your accounts.',
		about:
			'Lists your open executions, with each result split into price, funding, fees and slippage. The totals and your exchange accounts follow. For ended executions, see carrywire executions. Prints the result of portfolio_live.',
		forms: ['[flags]'],
		flags: SERVICE_FLAGS,
		examples: ['carrywire portfolio', 'carrywire portfolio --json | jq .summary'],
		load: async () => (await import('./commands/portfolio.ts')).portfolio,
	},
	{
		name: 'watch',
		group: 'trade',
		summary: 'Show a live table of the best opportunities, or of your portfolio.',
		about:
			'Shows a full-screen table of the best opportunities for your amount, holding period and leverage, or of your portfolio. It updates on every change; press q or Ctrl-C to quit. If the service is unreachable, it shows how long it has been down, and continues once it is back. With --json, which is required without a terminal, it prints one line of JSON per change, in the form of get_opportunities or portfolio_live. watch portfolio needs a token; watch opportunities needs none.',
		forms: ['[opportunities] [flags]', 'portfolio'],
		words: [
			{
				name: 'WHAT',
				meaning: 'opportunities (the default) or portfolio.',
				choices: ['opportunities', 'portfolio'],
			},
		],
		flags: {
			exchangepair: text('PAIR', 'Only this pair of exchanges.'),
			q: text('TEXT', 'Only symbols that contain this text.'),
			sortby: text('KEY', `Sort best first by ${SORT_KEYS.join(', ')} (default net_apr).`, {
				choices: SORT_KEYS,
			}),
			'tradable-only': { kind: 'switch', meaning: 'Only opportunities that no guard blocks.' },
			limit: number('NUMBER', 'Maximum rows, at most 100 (default 30).'),
			...TERMS_FLAGS,
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire watch --tradable-only --amount 5000',
			'carrywire watch portfolio',
			'carrywire watch --json --limit 1',
		],
		load: async () => (await import('./commands/watch.ts')).watch,
	},
	{
		name: 'executions',
		group: 'trade',
		summary: 'List all your executions, including ended ones.',
		about:
			'Lists your executions: open ones first, then ended ones in pages, newest first. Prints the result of portfolio_live with include_closed.',
		forms: ['[flags]'],
		flags: {
			limit: number('NUMBER', 'Ended executions per page, at most 100 (default 20).'),
			page: number('NUMBER', 'Page of ended executions (default 1).'),
			...SERVICE_FLAGS,
		},
		examples: ['carrywire executions', 'carrywire executions --page 2 --limit 50 --json'],
		load: async () => (await import('./commands/executions.ts')).executions,
	},
	{
		name: 'execution',
		group: 'trade',
		summary: 'Show one execution: result, legs, funding and journal.',
		about:
			'Shows one of your executions: its status and the reason, its PnL breakdown, both legs, the funding payments, and the latest events of its journal. Prints the result of get_execution.',
		forms: ['ID [flags]'],
		words: [{ name: 'ID', meaning: 'ID of the execution, from carrywire portfolio or executions.' }],
		flags: {
			events: number('NUMBER', 'Number of latest events from its journal, at most 1000 (default 40).'),
			...SERVICE_FLAGS,
		},
		examples: ['carrywire execution exec_9d2e4f6081a3c5e73f9a1c5b --events 100'],
		load: async () => (await import('./commands/execution.ts')).execution,
	},
	{
		name: 'close',
		group: 'trade',
		summary: 'Close an execution, or a share of one, and follow it until both legs are flat.',
		about:
			'Closes both legs with reduce-only orders, and follows the close until both exchanges confirm zero position. It first shows the expected fees, slippage and result of each leg in the current order books, and requires the answer "yes" (without a terminal it needs --yes). If the execution is queued or opening, the service first stops the opening. Closing a closed execution shows its result again. Ctrl-C only stops watching; the close continues. Prints the result of close_execution. The exit code is 0 only once both legs are flat, or the share is closed. It is 5 while the close continues, or when you declined.',
		forms: ['ID [flags]'],
		words: [{ name: 'ID', meaning: 'ID of the execution, from carrywire portfolio.' }],
		flags: {
			preview: {
				kind: 'switch',
				meaning: 'Show what the close would do and its expected PnL breakdown; change nothing.',
			},
			share: number('SHARE', 'Close this share of both legs: 0.5 is half (default 1).'),
			amount: number('USD', 'Instead of --share: close this capital, over both legs at current prices.'),
			style: text('STYLE', 'taker closes at once; maker rests one leg as a maker order (default taker).', {
				choices: ['taker', 'maker'],
			}),
			'maker-minutes': number('MINUTES', 'With --style maker: rest this long before taking liquidity.'),
			'max-slippage-bps': number(
				'BPS',
				'Maximum slippage per leg (the service sets the default and the upper limit).',
			),
			...YES_FLAG,
			'no-wait': { meaning: 'Exit after the first response from the service, within 20 s.' },
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b',
			'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b --preview',
			'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b --share 0.5 --yes --json',
			'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b --style maker --maker-minutes 20',
		],
		load: async () => (await import('./commands/close.ts')).close,
	},
	{
		name: 'roll',
		group: 'trade',
		summary: 'Move one leg of a running execution to another exchange.',
		about:
			'Moves one leg of a running execution to another exchange, slice by slice: each slice opens there first, and closes at the old exchange once that is proven. The other leg stays without a trade. The pair after is a new execution. It first shows both trades, their cost and the expected carry of both pairs, and requires the answer "yes" (without a terminal it needs --yes). Ctrl-C only stops watching; carrywire cancel stops the move and keeps both pairs whole. Prints the result of get_execution for the pair after. The exit code is 0 once that pair runs.',
		forms: ['ID --leg LEG --exchange EXCHANGE [flags]'],
		words: [{ name: 'ID', meaning: 'ID of the execution, from carrywire portfolio.' }],
		flags: {
			leg: text('LEG', 'Leg that moves: long or short.', { choices: ['long', 'short'] }),
			exchange: text('EXCHANGE', 'Exchange to which the leg moves.'),
			symbol: text('SYMBOL', "The exchange's own symbol, if it lists several contracts of the coin."),
			share: number('SHARE', 'Move this share of the position: 0.5 is half (default 1).'),
			'max-slippage-bps': number(
				'BPS',
				'Maximum slippage at the new exchange (the service sets the default and the upper limit).',
			),
			'only-if-pays': {
				kind: 'switch',
				meaning: 'Move only if the expected gain within 720 hours is at least twice the cost.',
			},
			preview: { kind: 'switch', meaning: 'Show the plan, its costs and all checks; change nothing.' },
			...YES_FLAG,
			'no-wait': { meaning: 'Exit as soon as the service has accepted the roll.' },
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire roll exec_9d2e4f6081a3c5e73f9a1c5b --leg short --exchange okx --preview',
			'carrywire roll exec_9d2e4f6081a3c5e73f9a1c5b --leg short --exchange okx --only-if-pays --yes',
		],
		load: async () => (await import('./commands/roll.ts')).roll,
	},
	{
		name: 'cancel',
		group: 'trade',
		summary: 'Stop an opening execution, and close or keep its filled part.',
		about:
			'Stops a queued or opening execution and closes its filled part or, with --keep, lets that part run. Close a running execution with carrywire close. Prints the result of cancel_execution. The exit code is 5 when the cancellation is not done within 20 s; the service then continues it.',
		forms: ['ID [--keep]'],
		words: [{ name: 'ID', meaning: 'ID of the execution.' }],
		flags: { keep: { meaning: 'Only stop the opening; the filled part keeps running.' }, ...SERVICE_FLAGS },
		examples: [
			'carrywire cancel exec_9d2e4f6081a3c5e73f9a1c5b',
			'carrywire cancel exec_9d2e4f6081a3c5e73f9a1c5b --keep',
		],
		load: async () => (await import('./commands/cancel.ts')).cancel,
	},
	{
		name: 'update-exit',
		group: 'trade',
		summary: 'Change the exit rules of an execution.',
		about:
			'Changes exit rules of an execution. Rules that you omit stay unchanged, and the value none removes a rule. Prints the result of update_exit: all rules after the change.',
		forms: ['ID RULES'],
		words: [{ name: 'ID', meaning: 'ID of the execution.' }],
		flags: { ...EXIT_FLAGS, ...SERVICE_FLAGS },
		examples: [
			'carrywire update-exit exec_9d2e4f6081a3c5e73f9a1c5b --stop-loss-pct 2.5 --take-profit-pct none',
		],
		load: async () => (await import('./commands/update-exit.ts')).updateExit,
	},
	{
		name: 'status',
		group: 'trade',
		summary: 'Show the service, its trading mode, and its pairs of exchanges.',
		about:
			'Without arguments, shows the version, mode and uptime of the service, and its pairs of exchanges. This needs no token and prints { test, exchange_pair }, the results of both methods. With a pair, shows whether the pair, or a symbol on it, can be traded now, and if not, why. This prints the result of check_pair_status.',
		forms: ['[flags]', 'PAIR [SYMBOL] [flags]'],
		words: [
			{ name: 'PAIR', meaning: 'Two exchanges, such as bybit-kucoin.' },
			{ name: 'SYMBOL', meaning: 'Symbol, such as BTCUSDT.' },
		],
		flags: SERVICE_FLAGS,
		examples: ['carrywire status', 'carrywire status bybit-kucoin BTCUSDT'],
		load: async () => (await import('./commands/status.ts')).status,
	},
];
