/**
 * Calls that a user's compiler must accept or reject. A test compiles this file against the packed declarations and
 * never runs it.
 */
import {
	type Client,
	connectStream,
	createClient,
	isRpcError,
	type MethodResult,
	type Opportunity,
	RpcError,
	type Stream,
} from 'carrywire/client';

const client: Client = createClient({
	url: 'http://127.0.0.1:8080',
	token: async (refused) => refused ?? 'cw_x',
});

export async function allowed(signal: AbortSignal): Promise<void> {
	const { version, uptime_seconds } = await client.call('test');
	const words: [string, number] = [version, uptime_seconds];
	const page = await client.call(
		'get_opportunities',
		{ limit: 5, sortby: 'net_apr' },
		{ signal, timeoutMs: 5_000 },
	);
	const best: Opportunity | undefined = page.data[0];
	const apr: number | null | undefined = best?.net.net_apr;
	const verdict: 'trade' | 'no_trade' | 'unknown' | undefined = best?.net.verdict;
	const opened = await client.call(
		'execute_opportunity',
		{ opportunity_id: 'opp_1', amount: 1_000, exit: { max_hours: undefined } },
		{ idempotencyKey: 'mine' },
	);
	const id: string = 'preview' in opened ? opened.preview_id : opened.execution_id;
	const [first, second] = await client.batch([
		{ method: 'test' },
		{ method: 'close_execution', params: { execution_id: id, share: 0.5 } },
	]);
	const status: 'ok' | undefined = first.ok ? first.result.status : undefined;
	const final: number | null | RpcError['code'] | undefined = second.ok
		? 'preview' in second.result
			? second.result.total.expected_pnl
			: second.result.final_pnl
		: second.error instanceof RpcError
			? second.error.code
			: undefined;
	const schemas: MethodResult<'rpc.discover'> = await client.call('rpc.discover');
	console.log(words, apr, verdict, status, final, schemas);
}

export async function streamed(): Promise<void> {
	const stream: Stream = connectStream({
		url: 'http://127.0.0.1:8080',
		onConnection: (state) => console.log(state),
	});
	const best = stream.subscribe('opportunities.bybit-kucoin', { limit: 5, sortby: 'net_apr' });
	for await (const page of best) {
		const symbol: string | undefined = page.data[0]?.symbol;
		console.log(symbol, best.state?.pagination.total_count);
	}
	stream.subscribe(
		'executions',
		{},
		{
			onState: ({ executions }, update) => {
				const removed: readonly string[] = update.type === 'change' ? update.result.removed : [];
				console.log(executions[0]?.execution.status, removed);
			},
			onEnd: (reason) => console.log(isRpcError(reason, 'FORBIDDEN')),
		},
	);
	const { version } = await stream.call('test');
	console.log(version);
	// @ts-expect-error: no such channel
	stream.subscribe('opportunites');
	// @ts-expect-error: the channel names an opportunity
	stream.subscribe('opportunity');
	// @ts-expect-error: a param of another channel
	stream.subscribe('portfolio', { limit: 5 });
	// @ts-expect-error: the portfolio has no such member
	stream.subscribe('portfolio', {}, { onState: ({ alerts }) => alerts });
}

export function narrowed(thrown: unknown): number | undefined {
	if (isRpcError(thrown, 'EDGE_GONE', 'NO_TRADE')) {
		const code: 'EDGE_GONE' | 'NO_TRADE' = thrown.code;
		return code.length;
	}
	// @ts-expect-error: without the guard the thrown value is unknown
	return thrown.retryAfterMs;
}

export async function refused(): Promise<void> {
	// @ts-expect-error: no such method
	await client.call('get_oportunities');
	// @ts-expect-error: the required params are missing
	await client.call('execute_opportunity');
	// @ts-expect-error: a required param is missing
	await client.call('execute_opportunity', { opportunity_id: 'opp_1' });
	// @ts-expect-error: a param has the wrong type
	await client.call('execute_opportunity', { opportunity_id: 'opp_1', amount: '1000' });
	// @ts-expect-error: a misspelt guard
	await client.call('execute_opportunity', { opportunity_id: 'opp_1', amount: 1_000, max_slipage_bps: 5 });
	// @ts-expect-error: no such sort key
	await client.call('get_opportunities', { sortby: 'nett_apr' });
	// @ts-expect-error: null is not a number
	const apr: number = (await client.call('get_opportunities')).data[0].net.net_apr;
	// @ts-expect-error: no such code
	isRpcError(apr, 'EDGE_WENT');
	// @ts-expect-error: a batch entry has a param of another method
	await client.batch([{ method: 'close_execution', params: { execution: 'exec_1' } }]);
	// @ts-expect-error: no such option
	createClient({ url: 'http://127.0.0.1:8080', tokens: 'cw_x' });
}
