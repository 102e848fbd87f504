/**
 * Demo trading of OKX: its requests go to the hosts of real money and say by a header that they are of test money (section "Demo
 * Trading Services" of okx.com/docs-v5, 2026-07). Without the header the same key is refused (50101), and the prices are the real ones.
 */
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';

const DEMO_HEADER = { 'x-simulated-trading': '1' } as const;

/** The parts of ccxt's OKX that are used. */
type Signing = {
	sign: (...request: readonly unknown[]) => { readonly headers?: Readonly<Record<string, unknown>> };
};

/** Puts the header into every request, signed or not, whatever ccxt's own member for headers has. */
export function asksForDemo(exchange: CcxtExchange): void {
	const signing = exchange as unknown as Signing;
	const plain = signing.sign.bind(exchange);
	signing.sign = (...request) => {
		const signed = plain(...request);
		return { ...signed, headers: { ...signed.headers, ...DEMO_HEADER } };
	};
}
