/** Sentences about accounts at exchanges, in Spanish. */
import type { Translated } from './translated.ts';
import type {
	venueKey as keyEnglish,
	venueRequest as requestEnglish,
	venueSetting as settingEnglish,
	venueSwitch as switchEnglish,
} from './venue.ts';

const MS_PER_S = 1_000;

const MARGINS = { isolated: 'aislado', cross: 'cruzado' } as const;

/** Settings of an account that do not allow an order, in Spanish. */
export const venueSetting: Translated<typeof settingEnglish> = {
	hedgeMode: ({ exchange, symbol, number, name }) =>
		`${symbol ?? `La cuenta${number === null ? '' : ` (modo de posición ${number})`}`} está en modo de cobertura${name === null ? '' : ` (${name})`}, pero se necesita el modo unidireccional. Cámbialo en ${exchange}.`,
	multiAssets: ({ exchange }) =>
		`La cuenta está en modo multiactivo, pero se necesita el modo de un solo activo. Cámbialo en ${exchange}.`,
	oneBalance: ({ exchange, mode }) =>
		`El modo de la cuenta es ${mode}, que guarda spot y perpetuos en un solo saldo. Este servicio necesita una cuenta estándar. Usa una cuenta o subcuenta estándar, porque ${exchange} quizá no te deje volver atrás con esta.`,
	accountMode: ({ exchange, level, needed, marginMode }) =>
		`La cuenta está en el modo ${level}, pero las posiciones con margen ${MARGINS[marginMode]} necesitan el modo ${needed} (modo de futuros). Cámbialo en ${exchange}.`,
	marginModeKept: ({ exchange, symbol, marginMode }) =>
		`${symbol} tiene una posición abierta, así que no cambiamos su margen a ${MARGINS[marginMode]}. Cierra la posición o cambia el modo en ${exchange}.`,
	accountMarginModeKept: ({ exchange, present, marginMode }) =>
		`El modo de margen de la cuenta es ${present} y tiene posiciones abiertas, así que no lo cambiamos a ${MARGINS[marginMode]}. Cierra las posiciones o cambia el modo en ${exchange}.`,
	otherMarginMode: ({ exchange, symbol, present, marginMode }) =>
		`${symbol} tiene una posición abierta con otro margen (${present ?? 'desconocido'}), así que no abrimos ninguna con margen ${MARGINS[marginMode]}. Cierra la posición en ${exchange}.`,
	leverageWholeOnly: ({ exchange, leverage }, write) =>
		`El apalancamiento ${write.number(leverage)} no es posible en ${exchange}. Elige un número entero de al menos 1.`,
	leverageNotWhole: ({ exchange, leverage }, write) =>
		`El apalancamiento es ${write.number(leverage)}, pero ${exchange} solo acepta números enteros.`,
	leverageRange: ({ symbol, leverage, most }, write) =>
		`El apalancamiento ${write.number(leverage)} no es posible para ${symbol}. Elige un número entero de 1 a ${most}.`,
	leverageTooHigh: ({ symbol, leverage, most }, write) =>
		`El apalancamiento ${write.number(leverage)} no es posible para ${symbol}. Elige como máximo ${most}.`,
	leverageAbove: ({ exchange, symbol, leverage, most }, write) =>
		`El apalancamiento es ${write.number(leverage)}, pero ${exchange} permite como máximo ${most} para ${symbol}. Redúcelo.`,
	leverageNotChanged: ({ exchange, symbol, leverage }, write) =>
		`${exchange} no cambió el apalancamiento de ${symbol} a ${write.number(leverage)}. Configúralo en ${exchange}.`,
};

/** Why a key cannot be used, in Spanish. */
export const venueKey: Translated<typeof keyEnglish> = {
	form: () =>
		'Una clave debe constar de la dirección de la cuenta y la clave privada de una billetera que opera para ella (form)',
	walletNotApproved: () =>
		'La cuenta no ha aprobado la billetera de esta clave, o ha revocado la aprobación (missing)',
	walletOfAnother: () => 'La billetera de esta clave opera para otra cuenta (agent)',
	noSuchAccount: ({ exchange }) => `${exchange} no tiene ninguna cuenta con esta dirección (missing)`,
	unifiedAccount: ({ exchange, mode }) =>
		`La cuenta es una cuenta unificada (${mode}), que ${exchange} no puede volver a convertir; se necesita una cuenta clásica. Usa una cuenta o subcuenta clásica`,
	advised: ({ said, advice }, write) => `${write.words(said)}. ${write.words(advice)}`,
	testKey: ({ page }) =>
		`El modo testnet necesita una clave del entorno de pruebas del exchange, que no acepta claves de cuentas reales. Crea una en ${page}; consulta docs/modes.md.`,
	realKey: () =>
		'Esta clave es del entorno de pruebas y solo funciona en modo testnet. Usa una clave de una cuenta real.',
	otherSite: ({ name, regions }) =>
		`Una clave de otro sitio (${regions.join(', ')}) solo funciona allí. Para usarla, configura hosts.${name}; consulta docs/modes.md.`,
	noPaperAccount: ({ exchange }) => `No hay ninguna cuenta simulada en ${exchange} para esta clave.`,
};

const SWITCH_ORDERS = {
	contract: 'todas las órdenes abiertas del contrato',
	ours: 'las órdenes con nuestra etiqueta',
	account: 'todas las órdenes abiertas de la cuenta',
} as const;

/** Findings about dead-man switches, in Spanish. */
export const venueSwitch: Translated<typeof switchEnglish> = {
	covers: ({ exchange, orders, period }) =>
		`${exchange} cancela ${SWITCH_ORDERS[orders]} si no sabe nada de nosotros durante ${period / MS_PER_S} s`,
	hitsOthers: ({ exchange, orders, count }) =>
		`la cancelación automática de ${exchange} afectaría a ${SWITCH_ORDERS[orders]}, y ${count === 1 ? '1 de ellas no es nuestra' : `${count} de ellas no son nuestras`}`,
	refused: ({ exchange, reason }, write) =>
		`${exchange} rechaza su cancelación automática: ${write.words(reason)}`,
	silent: ({ exchange, reason }, write) =>
		`${exchange} no dio una respuesta utilizable sobre su cancelación automática: ${write.words(reason)}`,
	none: ({ exchange }) => `${exchange} no tiene cancelación automática`,
	protectionOff: ({ exchange }) =>
		`la cuenta no tiene protección contra desconexión (DCP) para derivados; tu gestor de cuenta en ${exchange} puede activarla`,
	tooManyOrders: ({ most }) => `la cuenta tiene más de ${most} órdenes abiertas; cancela algunas`,
	volumeTooLow: ({ traded, needed }, write) =>
		`la cuenta ha operado ${write.fixed(traded, 0)} USD, pero se requieren ${write.fixed(needed, 0)} USD`,
	noAnswerAt: ({ exchange }) => `${exchange} no respondió a la solicitud sobre su cancelación automática`,
	noAnswer: () => 'no llegó ninguna respuesta',
};

const CLASSES: Readonly<Record<string, string>> = {
	order: 'de órdenes',
	closing: 'de cierre',
	probe: 'de comprobación de órdenes',
	account: 'de cuenta',
	market: 'de mercado',
	history: 'de historial',
};

/** Why a request to an exchange was not sent, or its answer is not used, in Spanish. */
export const venueRequest: Translated<typeof requestEnglish> = {
	budgetUsedUp: ({ venue, of, name, wait, limit }, write) =>
		`Nuestro propio cupo de solicitudes ${CLASSES[of] ?? of}${name === null ? '' : ` (${name})`} en ${venue} está agotado. La solicitud esperaría ${write.duration(wait)}; el límite es ${write.duration(limit)}.`,
	addressBanned: ({ venue, left }, write) =>
		`${venue} ha bloqueado la dirección IP de esta máquina por demasiadas solicitudes. No le enviamos lecturas durante ${write.duration(left)} más.`,
	clocksNotCompared: ({ took, limit }) =>
		`Los relojes no se compararon, porque la respuesta tardó ${took} ms; el límite es ${limit} ms.`,
	unknownInstrument: ({ venue, symbol }) => `${venue} ${symbol} no es un instrumento conocido.`,
	notConnected: ({ exchange }) => `Este usuario no tiene ninguna cuenta conectada en ${exchange}.`,
	stopping: () => 'El servicio se está deteniendo.',
};
