/** Sentences about the guards, in Spanish. */
import type { guard as english } from './guard.ts';
import type { Figure, Words, Writer } from './sentence.ts';
import type { Translated } from './translated.ts';

const RATE_PLACES = 4;
const PRICE_PLACES = 2;
const MS_PER_S = 1_000;
const PRICES = { index: 'índice', mark: 'de marca', mid: 'medios' } as const;

/** Messages about a leg, a pair or an amount, in Spanish. */
export const guard: Translated<typeof english> = {
	maintenanceRuns: ({ exchange, until, title }, write) =>
		`${exchange} informa de que el mercado está detenido o restringido${until === null ? '' : ` hasta ${write.instant(until)}`}: ${title === null ? 'sin título' : write.words(title)}.`,
	maintenancePlanned: ({ exchange, planned }, write) =>
		`${exchange} ha anunciado mantenimiento${planned === null ? '' : ` desde ${write.instant(planned.from)}: ${write.words(planned.title)}`}.`,
	transfersSuspended: ({ exchange, quote, suspended }) =>
		`${exchange} ha suspendido ${suspended.map((what) => (what === 'deposits' ? 'los depósitos' : 'los retiros')).join(' y ')} de ${quote} en todas las redes. No se puede mover margen ${suspended.map((what) => (what === 'deposits' ? 'hacia dentro' : 'hacia fuera')).join(' ni ')}.`,
	notTradable: ({ leg, problems }, write) => withProblems(`${leg} no está abierto.`, problems, write),
	delisting: ({ exchange, symbol, at }, write) =>
		`${exchange} retirará ${symbol} del mercado${at === null ? '' : ` (${write.instant(at)})`}. Liquidará las posiciones abiertas a su propio precio, y la otra pata quedará sin cobertura.`,
	tickerStale: ({ leg, ...data }, write) => stale(`La cotización de ${leg} está desactualizada`, data, write),
	bookStale: ({ leg, ...data }, write) =>
		stale(`El libro de órdenes de ${leg} está desactualizado`, data, write),
	bookMissing: ({ leg }) => `No hay un libro de órdenes actual de ${leg}.`,
	bookEmpty: ({ leg }) => `El libro de órdenes de ${leg} no tiene un precio utilizable en un lado.`,
	bookCrossed: ({ leg, bid, ask }, write) =>
		`El libro de órdenes de ${leg} está cruzado${bid === null || ask === null ? '' : `: compra ${write.number(bid)}, venta ${write.number(ask)}`}.`,
	fundingMissing: ({ leg, problems }, write) =>
		withProblems(`La tasa de financiación prevista de ${leg} es desconocida.`, problems, write),
	clockPast: ({ exchange, symbol, nextAt }, write) =>
		nextAt === null
			? `${exchange} no publica una hora nueva para el próximo cobro de ${symbol}, aunque la anterior ya ha pasado.`
			: `${exchange} aún publica ${write.instant(nextAt)} como próximo cobro de ${symbol}, aunque esa hora ya ha pasado.`,
	settlementNear: ({ leg, inSeconds, uncertaintyMs }, write) =>
		`${leg}: ${inSeconds === null ? 'el cobro es inminente' : inSeconds > 0 ? `cobro en ${Math.abs(inSeconds)} s` : `cobro hace ${Math.abs(inSeconds)} s`}. Una posición abierta a menos de ${write.number(uncertaintyMs / MS_PER_S)} s puede no contar; suponemos que pagas y no recibes.`,
	rateCapped: ({ leg, rate, floor, cap }, write) => {
		const bound = (value: Figure | null, none: string) =>
			value === null ? none : write.percentFixed(value, RATE_PLACES);
		const is = rate === null ? ' está' : ` es ${write.percentFixed(rate, RATE_PLACES)} y está`;
		return `La tasa de financiación prevista de ${leg}${is} en su límite (mínimo ${bound(floor, 'ninguno')}, máximo ${bound(cap, 'ninguno')}). Después de un cobro así, el exchange puede cobrar cada hora.`;
	},
	markDiverged: ({ leg, off }, write) =>
		`El precio de marca de ${leg} está ${off === null ? 'lejos' : `a ${write.percentFixed(off, PRICE_PLACES)}`} de su precio índice (límite 2 %). El margen y la liquidación siguen el precio de marca.`,

	headlineTooGood: ({ yearly, limit }, write) =>
		`El APR anunciado es ${yearly === null ? 'desproporcionado' : write.percentFixed(yearly, 0)} ${tooGood(limit, write)}`,
	legTooGood: ({ leg, yearly, limit }, write) =>
		`La tasa de financiación prevista de ${leg} por sí sola es ${write.percentFixed(yearly, 0)} al año ${tooGood(limit, write)}`,
	pricesApart: ({ legs }) => `Los precios de ${legs.join(' y ')} están demasiado alejados.`,
	otherMultiple: ({ what, legs, multiple }) =>
		`Los precios ${PRICES[what]} de ${legs.join(' y ')} difieren en un factor de unos ${multiple}. Probablemente son la misma moneda, con un multiplicador de contrato que no se aplicó.`,
	twoCoins: ({ what, legs, apart, limit }, write) =>
		`Los precios ${PRICES[what]} de ${legs.join(' y ')} difieren un ${write.percentFixed(apart, PRICE_PLACES)} (límite ${write.percentFixed(limit, PRICE_PLACES)}). El símbolo probablemente representa dos monedas distintas.`,
	nameMismatch: ({ coin, names }) =>
		`${names.map(({ exchange, name }) => `${exchange} ${name === null ? `no tiene nombre para ${coin}` : `llama ${name} a ${coin}`}`).join(', ')}. El símbolo puede representar dos monedas distintas.`,
	quoteUnknown: ({ reason, ...quotes }, write) => `${quotedIn(quotes)}. ${write.words(reason)}`,
	quoteStale: ({ receivedAt, limitMs, ...quotes }, write) =>
		`${quotedIn(quotes)}. ${stale('El cambio entre ambas está desactualizado', { receivedAt, limitMs }, write)}`,
	quoteApart: ({ rate, limit, ...quotes }, write) =>
		`${quotedIn(quotes)}, y 1 ${quotes.short} = ${write.fixed(rate, RATE_PLACES)} ${quotes.long}, a más de ${write.percentFixed(limit, 1)} de la paridad.`,

	tooSmall: ({ amount, minAmount }, write) => {
		const [given, least] = write.usdPair(amount, minAmount);
		return `${given} es demasiado poco para este par. Usa al menos ${least}.`;
	},
	thinBook: ({ leg, coins, coin, when }, write) =>
		`El libro de órdenes visible de ${leg} no alcanza para ${write.coins(coins)} ${coin} en la ${when === 'entry' ? 'entrada' : 'salida'}. Reduce el importe.`,
};

function withProblems(first: string, problems: readonly Words[], write: Writer): string {
	return [first, ...problems.map((problem) => write.words(problem))].join(' ');
}

function stale(
	what: string,
	{ receivedAt, limitMs }: { readonly receivedAt: number | null; readonly limitMs: number },
	write: Writer,
): string {
	const last = receivedAt === null ? 'a una hora desconocida' : write.second(receivedAt);
	return `${what}: última recepción ${last} (antigüedad máxima ${write.duration(limitMs)}).`;
}

function tooGood(limit: Figure, write: Writer): string {
	return `(límite ${write.percentFixed(limit, 0)}). Casi siempre es un error de datos, una retirada del mercado o un estrangulamiento del mercado.`;
}

function quotedIn({ long, short }: { readonly long: string; readonly short: string }): string {
	return `Las patas cotizan en ${long} y ${short}`;
}
