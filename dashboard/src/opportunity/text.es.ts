/** Spanish text for an opportunity's page. */

import type { Translated } from '../../../src/sentences/translated.ts';
import { writeNumber } from '../figures/reader-format.ts';
import type { text as english } from './text.ts';

const plural = (count: number, one: string, many: string): string =>
	`${writeNumber(count)} ${count === 1 ? one : many}`;

export const text: Translated<typeof english> = {
	unnamed: 'Esta oportunidad',
	back: '← Todas las oportunidades',
	title: 'Oportunidad',
	nameOf: (symbol, long, short) => `${symbol}: largo en ${long} / corto en ${short}`,
	titleOf: (base, long, short) => `${base}: en largo ${long}, en corto ${short}`,
	verdict: 'Veredicto:',
	fault: 'No se puede mostrar esta oportunidad.',
	oldFigures: 'Las cifras de abajo son las últimas recibidas.',
	loading: 'la oportunidad',
	capacity: 'Capacidad',
	scoresTitle: 'Puntuaciones',

	gone: {
		ended: (name) => `${name} ha terminado`,
		unknown: 'Oportunidad no encontrada',
		label: 'Explicación',
		why: 'Una oportunidad termina cuando su dirección se invierte o un exchange retira la moneda.',
		returns: 'Si la oportunidad vuelve, esta página la muestra sola.',
		positions: 'Tus posiciones abiertas están en la',
		portfolio: 'cartera',
		wrongAddress: 'La dirección puede estar incompleta o ser de otro servicio.',
		list: 'Ver todas las oportunidades',
	},

	freshness: {
		recalculating: '**Recalculando con tus nuevas condiciones.** Las cifras son todavía para',
		shownFor: 'Cifras para',
		terms: (amount, held, isBest, leverage) =>
			`${amount} en ambas patas, plazo de ${held}${isBest ? ' (el mejor)' : ''}, apalancamiento ${leverage} ×.`,
		unknownAge: 'La edad de los datos es desconocida.',
		freshFor: 'Los datos siguen vigentes durante',
		stale: 'Datos desactualizados.',
		expiredAt: (time) => `El dato más antiguo caducó a las ${time}.`,
		wait: 'Ninguna posición se abre hasta que el exchange envíe datos nuevos.',
	},

	headline: {
		title: 'En qué consiste esta operación',
		trade: (base, long, short) =>
			`Compra perpetuos de ${base} en ${long} y vende la misma cantidad en ${short}.`,
		hedge: 'Cuando el precio se mueve, una pata gana lo que la otra pierde.',
		funding: 'Tu ingreso es la **financiación**: un pago entre largos y cortos en cada cobro.',
		rate: 'Cada exchange anuncia su propia tasa.',
		before: 'Antes de costes',
		after: (held, isBest) => `Después de costes, plazo de ${held}${isBest ? ' (el mejor)' : ''}`,
		spread: 'Diferencial anunciado',
		spreadMeaning: (interval) =>
			`de una pata cada ${interval} h: financiación recibida (pata corta) menos pagada (pata larga), con las tasas actuales`,
		apr: 'APR anunciado',
		aprMeaning: 'de una pata, si las tasas no cambiaran. Sí cambian, así que guíate por el neto esperado',
		net: 'Neto esperado',
		netUnknown: 'desconocido; mira el veredicto',
		netMeaning: (share, leg, held, apr) =>
			`${share} de una pata${leg === undefined ? '' : ` de ${leg}`} en ${held}, APR del ${apr}`,
		profit: 'Probabilidad de ganancia',
		profitMeaning: 'después de la financiación y de todos los costes',
		reversal: 'Probabilidad de reversión',
		reversalMeaning: (held) => `pagas más financiación de la que recibes en ${held}`,
		breakEven: 'Punto de equilibrio tras',
		breakEvenUnknown: 'desconocido',
		breakEvenMeaning: 'cuando la financiación esperada ha cubierto todos los costes',
	},
	leg: {
		sides: { long: 'Largo', short: 'Corto' },
		on: (exchange) => `en ${exchange}`,
		contract: (role, base, symbol, quote) =>
			`${role === 'long' ? 'Compra' : 'Vende'} ${base} · ${symbol}, liquidado en ${quote}`,
		rateUnknown: 'La próxima tasa de financiación es desconocida.',
		rate: (rate, interval) => `Tasa de financiación **${rate}** cada ${interval} h:`,
		payments: { receive: 'la recibes.', pay: 'la pagas.', none: 'nadie paga.' },
		next: 'Próximo cobro:',
	},

	reasons: {
		titles: {
			trade: 'Motivos para operar',
			no_trade: 'Motivos para no operar',
			unknown: 'Por qué el veredicto es desconocido',
		},
		meanings: {
			trade: 'El servicio espera una ganancia, y la probabilidad de ganancia es suficiente.',
			no_trade: 'El servicio desaconseja ahora esta operación para tu importe, tu plazo y tu apalancamiento.',
			unknown: 'Falta una cifra que el veredicto necesita. El servicio no adivina.',
		},
		anomaly: 'Dirección contraria a las tasas actuales',
		guards: 'Salvaguardas',
		noGuards:
			'Ninguna salvaguarda está activa. Nada en ninguno de los dos exchanges bloquea esta operación ni pide cautela.',
		guardsMeaning:
			'Condiciones del mercado que piden cautela. Las que bloquean la operación están también entre los motivos de arriba.',
		guardNames: {
			DATA_ONLY: 'solo datos',
			VENUE_DOWN: 'exchange caído',
			VENUE_MAINTENANCE: 'exchange en mantenimiento',
			MAINTENANCE_PLANNED: 'mantenimiento anunciado',
			NOT_TRADABLE: 'no operable',
			DELISTING: 'retirada del mercado',
			DELISTING_ANNOUNCED: 'retirada anunciada',
			QUOTE_STALE: 'precio desactualizado',
			BOOK_MISSING: 'falta el libro',
			BOOK_CROSSED: 'libro cruzado',
			FUNDING_MISSING: 'falta la financiación',
			FUNDING_CLOCK_PAST: 'hora del cobro pasada',
			SETTLEMENT_NEAR: 'cobro cercano',
			RATE_CAPPED: 'tasa en su límite',
			MARK_DIVERGED: 'precio de marca desviado',
			TOO_GOOD: 'demasiado bueno',
			PRICE_MISMATCH: 'precios incompatibles',
			NAME_MISMATCH: 'nombres distintos',
			QUOTE_DEPEG: 'moneda sin paridad',
			TRANSFERS_SUSPENDED: 'transferencias suspendidas',
			THIN_BOOK: 'libro poco profundo',
			THIN_EXIT: 'salida poco profunda',
			BELOW_MIN_NOTIONAL: 'por debajo del mínimo',
		},
		basis: 'Datos de la previsión',
		noModel: 'Aún no hay previsión: el historial de financiación de las patas es demasiado corto.',
		ownHistory: (hours) =>
			`La previsión usa ${plural(hours, 'hora', 'horas')} de financiación cobrada de este par.`,
		allPairs: (hours) =>
			`Este par solo tiene ${plural(hours, 'hora', 'horas')} de financiación cobrada. La previsión usa por eso la media de todos los pares.`,
		calibrated: 'Las previsiones anteriores se compararon con la financiación recibida.',
		notCalibrated: 'Las previsiones anteriores aún no se han comparado con la financiación recibida.',
		preview: 'Ver la vista previa de esta operación',
		previewMeaning: 'Muestra el plan, los costes y las comprobaciones. Nada se envía hasta que confirmas.',
	},

	costs: {
		title: 'Desglose de costes',
		bestPeriod: (held) => `El neto esperado por hora es mayor con un plazo de ${held}.`,
		onCapital: (apr, held) =>
			`En ${held}, la operación rinde un APR del ${apr} sobre el capital de ambas patas.`,
	},
	settlements: {
		title: 'Próximos cobros',
		intervals: (long, longHours, short, shortHours) =>
			`${long} cobra cada ${longHours} h y ${short} cada ${shortHours} h.`,
		rates: 'La próxima tasa es la estimación del exchange; las siguientes son previsiones.',
		signs: 'Más: recibes. Menos: pagas.',
		heads: { time: 'Hora', leg: 'Pata', rate: 'Tasa', cash: 'Importe', cashUnit: 'USD' },
		none: 'No hay ningún cobro dentro de tu plazo. Elige uno más largo.',
		showFirst: (count) => `Mostrar los primeros ${count} cobros`,
		showAll: (count) => `Mostrar todo: ${plural(count, 'cobro', 'cobros')}`,
		total: (cash, held) => `Total esperado en ${held}: **${cash}**.`,
	},

	history: {
		title: 'Historial',
		range: 'Periodo',
		unit: 'Unidad de las tasas',
		units: { per_8h: 'por 8 h', per_year: 'por año' },
		days: (days) => (days === 1 ? '1 día' : `${days} días`),
		loading: 'Cargando el historial …',
		fault: 'No se puede cargar el historial.',
		mean: 'Media del periodo',
		band: 'Una desviación típica alrededor de la media',
	},
	carry: {
		title: 'Financiación acumulada',
		received: (carry, span) =>
			`Esta dirección habría recibido **${carry}** de una pata en ${span}, antes de costes.`,
		known: (hours, all) =>
			`La financiación cobrada de ambas patas se conoce para ${writeNumber(hours)} de ${writeNumber(all)} horas.`,
		accrual: 'Cada cobro se reparte por igual entre las horas que cubre.',
		chart: 'Financiación acumulada a lo largo del tiempo',
		table: 'Mostrar la financiación acumulada en una tabla',
		cumulative: 'Financiación acumulada',
		none: 'Aún no hay ninguna hora con financiación cobrada de ambas patas. El servicio está cargando 400 días de historial.',
	},
	funding: {
		title: (unit) => `Financiación cobrada ${unit}`,
		none: 'Aún no hay financiación cobrada en este periodo. El servicio está cargando 400 días de historial.',
		last: (exchange, rate, time) => `Última en ${exchange}: **${rate}** el ${time}.`,
		noLast: (exchange) => `Aún no hay ningún cobro en ${exchange}.`,
		goal: 'Ganas cuando la tasa de la pata corta supera la de la pata larga.',
		chart: 'Tasas de financiación cobradas de ambas patas a lo largo del tiempo',
		chartTable: 'Mostrar las tasas en una tabla',
		table: 'Mostrar los cobros de 31 días en una tabla',
		tableLabel: 'Tasas de financiación cobradas',
		longLeg: (exchange) => `Pata larga, ${exchange}`,
		shortLeg: (exchange) => `Pata corta, ${exchange}`,
	},
	spread: {
		title: (unit) => `Diferencial ${unit}`,
		name: 'Diferencial cobrado',
		mean: (mean, deviation) => `Media del periodo: **${mean}** ± ${deviation}.`,
		sign: 'La posición paga financiación cuando el diferencial es negativo.',
		chart: 'Diferencial cobrado a lo largo del tiempo con su media y su banda',
		none: 'Aún no hay ninguna hora con financiación cobrada de ambas patas. El servicio está cargando 400 días de historial.',
		means: (interval) => `Medias recientes por ${interval} h:`,
		spanMean: (span) => `Media de ${span}`,
		spans: { day: '24 horas', week: '7 días', month: '30 días' },
		stability: 'Estabilidad',
		stabilityUnit: '1 es constante',
		table: 'Mostrar el diferencial en una tabla',
	},
	basis: {
		title: 'Base de precio',
		unknown: 'La diferencia de precio entre las patas es ahora desconocida.',
		now: (gap) => `Precio del corto respecto al largo ahora: **${gap}**.`,
		mean: (mean, deviation) => `Media del periodo: **${mean}** ± ${deviation}.`,
		meaning:
			'Si abres por encima de la media, volver a ella es una ganancia. Si abres por debajo, volver es una pérdida.',
		chart: 'Base de precio a lo largo del tiempo con su media y su banda',
		none: 'Aún no hay muestras suficientes. Un día muestra un precio por minuto; los periodos más largos, uno por hora.',
		table: 'Mostrar la base de precio en una tabla',
	},
	track: {
		title: 'Previsto y recibido',
		meaning: 'El servicio registra una previsión cada hora y después la compara con la financiación cobrada.',
		points: (unit) =>
			`Cada punto es la financiación neta media ${unit} de las previsiones que vencieron entonces.`,
		chart: 'Financiación prevista y recibida a lo largo del tiempo',
		table: 'Mostrar las previsiones en una tabla',
		none: 'Aún no han vencido suficientes previsiones en este periodo. Una previsión vence cuando termina su plazo.',
		matured: (matured, all) =>
			`Vencidas: ${writeNumber(matured)} de ${plural(all, 'previsión', 'previsiones')}.`,
		since: (day) => `La más antigua es del ${day}.`,
		heads: {
			verdict: 'Veredicto',
			matured: 'Vencidas',
			forecast: 'Previsto',
			received: 'Recibido',
			reversalForecast: 'Reversiones previstas',
			reversalObserved: 'Reversiones observadas',
		},
		rows: { all: 'Todas', trade: 'Operar', no_trade: 'No operar', unknown: 'Desconocido' },
		means: 'Las columnas de lo previsto y lo recibido muestran medias, como parte de una pata.',
		inside: (odds) => `El ${odds} de los resultados quedó dentro de una desviación típica; lo ideal es 68 %.`,
		slope: (slope) => `Pendiente de lo recibido frente a lo previsto: ${slope}; lo ideal es 1.`,
	},
	lifetime: {
		title: 'Vida',
		since: (time) => `Vista por primera vez el ${time}.`,
		peakSpread: (spread, time) => `Mayor diferencial: ${spread}${time === undefined ? '' : `, ${time}`}.`,
		peakNet: (net, time) => `Mayor neto esperado: ${net}${time === undefined ? '' : `, ${time}`}.`,
		peakTerms: 'Esa cifra es para 1000 USD y el mejor plazo en aquel momento.',
		fault: 'No se pueden mostrar las apariciones anteriores.',
		first: 'Esta es la primera aparición de esta oportunidad.',
		earlier: 'Apariciones anteriores',
		heads: { from: 'Desde', to: 'Hasta', spread: 'Mayor diferencial', end: 'Final' },
		ends: {
			turned: 'dirección invertida',
			delisted: 'contrato retirado del mercado',
			venue_gone: 'exchange eliminado de los ajustes',
			service_stopped: 'no vista otra vez tras una caída del servicio',
		},
	},

	curve: {
		title: 'Coste según el importe',
		unknown: (amount) => `El coste de ${amount} es ahora desconocido.`,
		slippage: (amount, entry, exit) =>
			`Con tus ${amount}, el deslizamiento es **${entry}** al entrar y **${exit}** al salir.`,
		net: (net, held) => `Neto esperado en ${held}: **${net}** de una pata.`,
		limit: (amount) => `Hasta **${amount}**, el deslizamiento respeta el límite del servicio.`,
		chart: 'Deslizamiento y neto esperado según el importe',
		none: 'Aún no hay curva: necesita los libros de órdenes de ambos exchanges.',
		yours: 'Tu importe',
		axis: 'Los importes son en USD en ambas patas, en escala logarítmica.',
		table: 'Mostrar la curva en una tabla',
		amountHead: 'Importe, USD',
		yourAmount: (amount) => `${amount}, el tuyo`,
		lines: {
			expected_net: 'Neto esperado',
			entry_slippage: 'Deslizamiento de entrada',
			exit_slippage: 'Deslizamiento de salida',
		},
	},
	markets: {
		title: 'Mercados',
		figure: 'Cifra',
		rows: {
			price: ['Tu precio', 'precio medio de entrada de tu pata, USD por moneda'],
			mark: ['Precio de marca', 'el que usa el exchange para valorar posiciones, USD por moneda'],
			index: ['Precio índice', 'precio de la moneda en varios mercados, USD por moneda'],
			volume: ['Volumen', 'negociado en 24 horas, USD'],
			interest: ['Interés abierto', 'todas las posiciones abiertas, USD'],
		},
		long: (exchange) => `En largo, ${exchange}`,
		short: (exchange) => `En corto, ${exchange}`,
	},
	books: {
		title: 'Libros de órdenes',
		sides: 'Un bid es una oferta de compra; un ask, una oferta de venta.',
		yours: 'Compras a los asks de la pata larga y vendes a los bids de la pata corta.',
		underlined: 'Tu lado está subrayado.',
		bars: 'Las barras comparan cada nivel con el mayor nivel del libro.',
		name: (role, exchange, symbol) => `Pata ${role === 'long' ? 'larga' : 'corta'}, ${exchange} ${symbol}`,
		none: (exchange) =>
			`Ahora no hay libro de órdenes de ${exchange}. No puedes abrir esta operación, y sus costes son desconocidos.`,
		heads: { bidQuantity: 'Cantidad bid', bid: 'Bid', ask: 'Ask', askQuantity: 'Cantidad ask', usd: 'USD' },
	},

	scores: {
		summary: (liquidity, risk) => `Liquidez ${liquidity} de 10, riesgo ${risk} de 10`,
		purpose: 'Las puntuaciones de 1 a 10 solo sirven para ordenar. Juzga la operación por su veredicto.',
		parts: 'Cada fila muestra la puntuación de ese componente solo. Los componentes desconocidos no cuentan.',
		liquidity: 'Liquidez',
		liquidityMeaning: '10 es profundo. Un componente ilíquido baja toda la puntuación.',
		risk: 'Riesgo',
		riskMeaning: '10 es peligroso. Un componente peligroso sube toda la puntuación; varios la suben más.',
		of: 'de 10',
		component: 'Componente',
		alone: 'Puntuación',
		none: 'Ahora no se conoce ningún componente.',
	},
	notes: {
		title: 'Notas sobre los datos',
		none: 'Todas las cifras son conocidas.',
		meaning: 'Cifras que faltan o son inciertas, y por qué.',
		fields: (names) => `Campos de la API: ${names}`,
	},

	components: {
		'liquidity.depth': [
			'Profundidad',
			'Tamaño que absorbe el lado menos profundo de los libros sin mover demasiado los precios.',
		],
		'liquidity.bid_ask': [
			'Diferencial bid-ask',
			'Distancia entre el mejor bid y el mejor ask en el libro más ancho.',
		],
		'liquidity.volume': ['Volumen', 'Volumen de 24 horas de la moneda en el exchange con menos actividad.'],
		'liquidity.open_interest': [
			'Interés abierto',
			'Valor de todas las posiciones abiertas en la moneda en el exchange menor.',
		],
		'liquidity.size': ['Tu tamaño', 'Tu pata comparada con el lado menos profundo de los libros.'],
		'risk.signal': ['Señal débil', 'La financiación esperada es pequeña frente a sus oscilaciones.'],
		'risk.reversal': [
			'Reversión',
			'Probabilidad de pagar más financiación de la que recibes durante el plazo.',
		],
		'risk.liquidation': [
			'Liquidación',
			'Movimiento mínimo del precio que liquida una pata con tu apalancamiento.',
		],
		'risk.rate_cap': [
			'Tasa en su límite',
			'El exchange limita la tasa y puede cobrar más a menudo después del próximo cobro.',
		],
		'risk.basis_swing': [
			'Base volátil',
			'Cuánto oscila la diferencia de precio. La entrada o la salida puede encarecerse.',
		],
		'risk.basis_extreme': ['Base extrema', 'Distancia actual entre la diferencia de precio y su media.'],
		'risk.quotes': ['Dos divisas', 'Las patas se liquidan en divisas distintas.'],
		'risk.history': ['Historial corto', 'Falta de historial de financiación cobrada común a las patas.'],
		'risk.exit': [
			'Salida poco profunda',
			'El tamaño de tu pata comparado con el libro menos profundo al salir.',
		],
		'risk.guards': ['Salvaguardas', 'Salvaguardas activas, como las lista el apartado del veredicto.'],
		'risk.intervals': ['Intervalos distintos', 'Una pata cobra más a menudo que la otra.'],
	},
};
