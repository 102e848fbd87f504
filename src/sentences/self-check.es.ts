/** Sentences about self-checks, in Spanish. */
import type { selfCheck as english } from './self-check.ts';
import type { Figure, Writer } from './sentence.ts';
import type { Translated } from './translated.ts';

type Fees = { readonly taker: Figure; readonly maker: Figure };
type Order = {
	readonly symbol: string;
	readonly quantity: Figure;
	readonly price: Figure;
	readonly value: Figure;
};
type Clock = { readonly exchange: string; readonly offset: number; readonly limit: number };

/** Findings of the steps, and refusals of accounts that have not passed, in Spanish. */
export const selfCheck: Translated<typeof english> = {
	skipped: () => 'No se comprobó, porque un paso anterior no se superó.',
	stopping: () => 'El servicio se está deteniendo.',
	refused: ({ exchange, reason }, write) => `${exchange} lo rechazó: ${write.words(reason)}`,
	noAnswer: ({ exchange, reason }, write) =>
		`${exchange} no dio una respuesta utilizable: ${write.words(reason)}`,
	hedgeMode: ({ exchange, reason, setting }, write) =>
		`${write.words(reason)} Antes de cambiarlo, cierra todas las posiciones y cancela todas las órdenes. El cambio está en los ajustes de trading de ${exchange}, en el modo de posición (API: ${setting}).`,
	notPassed: ({ exchange }) =>
		`Tu cuenta en ${exchange} no ha superado su autocomprobación, así que el servicio no abre posiciones en ella.`,
	running: ({ exchange }) =>
		`Tu cuenta en ${exchange} no ha superado su autocomprobación, así que el servicio no abre posiciones en ella: la comprobación está en curso.`,
	clock: (facts) => clockText(facts),
	clockOff: (facts) => `${clockText(facts)} Sincroniza el reloj de esta máquina con NTP.`,
	withdrawalUnknown: ({ exchange }) =>
		`La clave puede operar; ${exchange} no indica si puede retirar fondos.`,
	anyAddress: () =>
		'La clave puede operar y no puede retirar fondos. Funciona desde cualquier dirección IP; limítala a la dirección de esta máquina.',
	key: ({ exchange, bound }) =>
		`La clave puede operar y no puede retirar fondos; ${bound ? 'está limitada a una dirección IP' : `${exchange} no indica si está limitada a una dirección IP`}.`,
	noInstrument: ({ exchange }) =>
		`${exchange} aún no tiene ningún instrumento con precio, así que la cuenta no se puede comprobar.`,
	available: ({ available, currency }, write) => `${write.coins(available)} ${currency} disponibles.`,
	tooLittle: ({ available, currency, symbol, least }, write) =>
		`${write.coins(available)} ${currency} disponibles; la orden de prueba más pequeña (${symbol}) necesita ${write.coins(least)} ${currency}.`,
	transfer: ({ currency }) => `Transfiere ${currency} a la cuenta de futuros.`,
	otherAssets: ({ held }, write) =>
		`La cuenta también tiene ${held.map(({ asset, quantity }) => `${write.coins(quantity)} ${asset}`).join(', ')}, que aquí no cuenta como garantía.`,
	credits: ({ credits, currency }) =>
		`${credits} es el crédito de futuros de Binance para cuentas de la UE; este servicio no opera con él. Conecta una cuenta cuya billetera de futuros tenga ${currency}.`,
	settings: ({ exchange, symbol, marginMode, leverage }, write) =>
		`La cuenta está en modo unidireccional. ${exchange} aceptó el modo de margen ${marginMode === 'isolated' ? 'aislado' : 'cruzado'} y el apalancamiento ${write.number(leverage)} en ${symbol}.`,
	baseFees: ({ symbol, own }, write) =>
		`En ${symbol} la cuenta paga ${feesText(own, write)}. Las cifras públicas usan las mismas comisiones base.`,
	otherFees: ({ symbol, own, base }, write) =>
		`En ${symbol} la cuenta paga ${feesText(own, write)}. Las cifras públicas usan ${feesText(base, write)}; tus vistas previas usan tus propias comisiones.`,
	emptyBook: ({ symbol }) => `El libro de órdenes de ${symbol} está vacío.`,
	deadManSwitch: ({ said }, write) =>
		`Cancelación automática: ${write.words(said)}. El servicio la activa mientras una de sus órdenes está en el libro.`,
	noDeadManSwitch: ({ said }, write) =>
		`Sin cancelación automática: ${write.words(said)}. Si este servicio deja de funcionar, una orden que esté allí se queda en el libro. Si el otro exchange de la operación tiene cancelación automática, el servicio deja la orden allí.`,
	orderRefused: (facts, write) =>
		`${facts.exchange} rechazó una ${orderText(facts, write)}: ${write.words(facts.reason)}`,
	orderAbsent: (facts, write) => `Una ${orderText(facts, write)} nunca llegó a ${facts.exchange}.`,
	orderRemoved: (facts, write) =>
		`${facts.exchange} u otro usuario de la cuenta eliminó una ${orderText(facts, write)} antes de que la canceláramos.`,
	orderPassed: (facts, write) =>
		`El servicio colocó una ${orderText(facts, write)}, la encontró y la canceló. Tras ${facts.took} ms, confirmó que la orden había desaparecido sin ejecuciones.`,
	notProvenGone: ({ exchange, symbol, order, reason }, write) =>
		`La orden ${order} en ${symbol} puede seguir abierta: ${write.words(reason)}. El servicio sigue comprobándolo. Para resolverlo antes, cancela la orden en ${exchange}.`,
	orderFilled: ({ exchange, symbol, order, filled }, write) =>
		`La orden ${order} se ejecutó aunque estaba lejos del mercado. La cuenta tiene ahora ${write.coins(filled)} monedas en ${symbol}. Cierra esa posición en ${exchange} y vuelve a comprobar.`,
	noReport: () => 'el exchange no informó de ella',
	cancelAnswer: ({ reason }, write) =>
		`estaba en el libro, y el exchange respondió a la solicitud de cancelación: ${write.words(reason)}`,
	reported: ({ delay }) =>
		`El flujo de la cuenta informó de esa orden ${delay} ms después de que se enviara.`,
	streamSlow: ({ exchange, symbol, order, limit }, write) =>
		`Flujo demasiado lento: el flujo de la cuenta de ${exchange} informó de la orden ${order} en ${symbol} más de ${write.duration(limit)} después de que se enviara. Tampoco informó de la cancelación en ${write.duration(limit)}. El servicio solo vería una liquidación cuando vuelva a leer la cuenta. La comprobación se repite sola. Si el flujo sigue lento, revisa la página de estado de ${exchange} y la red de esta máquina.`,
	streamSilent: ({ exchange, symbol, order, limit, fault }, write) =>
		`Flujo en silencio: el flujo de la cuenta de ${exchange} no informó de la colocación ni de la cancelación de la orden ${order} en ${symbol} en ${write.duration(limit)}.${fault === null ? '' : ` El flujo se perdió: ${write.words(fault)}`} El servicio solo vería una liquidación cuando vuelva a leer la cuenta, segundos después. La comprobación se repite sola. Si el flujo sigue en silencio, revisa la página de estado de ${exchange} y el proxy o cortafuegos de esta máquina. Consulta también los resultados de red de carrywire doctor, o usa otra clave.`,
};

function clockText({ exchange, offset, limit }: Clock): string {
	return `Nuestro reloj está ${Math.abs(offset)} ms ${offset < 0 ? 'adelantado' : 'atrasado'} respecto al de ${exchange}, límite ${limit} ms.`;
}

function orderText({ symbol, quantity, price, value }: Order, write: Writer): string {
	return `orden de compra de ${write.coins(quantity)} ${symbol} a ${write.number(price)} (${write.usd(value)})`;
}

function feesText({ taker, maker }: Fees, write: Writer): string {
	return `${write.number(taker)} % como taker y ${write.number(maker)} % como maker`;
}
