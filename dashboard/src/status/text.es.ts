/** Textos de la página «Estado», por componente. Las funciones insertan cifras en una frase. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as English from './text.ts';

/** Textos de `StatusPage`. */
export const STATUS: Translated<typeof English.STATUS> = {
	title: 'Estado',
	loading: 'el estado',
	fault: 'No se puede mostrar el estado.',
	old: 'Antiguo:',
	asOf: (time) => `datos de las ${time},`,
	ago: (age) => `hace ${age}`,
	silent: 'El servicio no responde.',
	oldNote: 'Las cifras son antiguas.',
	lastAnswer: (age) => `Las cifras de abajo son de hace ${age} y pueden haber cambiado.`,
	allFresh: 'Los datos de todos los exchanges están al día.',
	notFresh: {
		stale: (exchange) => `${exchange} tiene datos desactualizados.`,
		down: (exchange) => `${exchange} no responde.`,
	},
	hidden: 'El servicio no muestra esta cifra.',
};

/** Textos de `Overview` y `Halt`. */
export const OVERVIEW: Translated<typeof English.OVERVIEW> = {
	mode: 'Modo:',
	service: 'Servicio',
	ready: 'Listo',
	notReady: 'No está listo',
	opening: 'Posiciones nuevas',
	notHalted: 'Sin detener',
	halted: 'Detenido',
	since: 'desde el',
	reason: (reason) => `Motivo: ${reason}.`,
	operatorOnly: 'Solo el operador puede reanudar.',
	uptime: 'En marcha desde hace',
	uptimeSince: (time) => `desde el ${time}`,
	version: 'Versión',
	whyNotReady: 'Por qué el servicio no está listo',
};

const NO_REAL_MONEY = 'Sin dinero real.';

const MODES: Translated<
	Readonly<
		Record<
			Parameters<typeof English.modeText>[0]['trading_mode'],
			Pick<English.ModeText, 'name' | 'money' | 'meaning'>
		>
	>
> = {
	simulated: {
		name: 'Simulado',
		money: NO_REAL_MONEY,
		meaning: 'Esta máquina simula exchanges, precios, saldos y ganancias. Ninguna orden sale de ella.',
	},
	paper: {
		name: 'Simulado con precios reales',
		money: NO_REAL_MONEY,
		meaning:
			'Los precios y la financiación son reales; las cuentas son simuladas. Ninguna orden sale de esta máquina.',
	},
	testnet: {
		name: 'Testnet',
		money: NO_REAL_MONEY,
		meaning:
			'Las órdenes van a los entornos de prueba de los exchanges y usan dinero de prueba. Allí los precios difieren de los reales.',
	},
	live: {
		name: 'Real',
		money: 'Dinero real.',
		meaning: 'Las órdenes van a los exchanges reales y usan el dinero de tus cuentas.',
	},
};

/** Describe el modo con palabras, para que nadie dependa de los colores. */
export const modeText: typeof English.modeText = ({ trading_mode: mode, rehearsal }) => {
	if (!rehearsal) return { ...MODES[mode], look: mode };
	return {
		name: 'Ensayo',
		look: 'rehearsal',
		money: NO_REAL_MONEY,
		meaning: `Todo funciona como en el modo ${MODES[mode].name}, pero las solicitudes van a sustitutos en esta máquina. Ninguna orden llega a un exchange real.`,
	};
};

/** Textos de `Exchanges` y `Failure`. */
export const EXCHANGES: Translated<typeof English.EXCHANGES> = {
	title: 'Exchanges',
	table: 'Exchanges: estado y antigüedad de los datos de mercado',
	exchange: 'Exchange',
	data: 'Datos de mercado',
	price: 'Precio más antiguo',
	book: 'Libro más antiguo',
	books: 'Libros sincronizados',
	contracts: 'Contratos',
	clock: 'Desfase del reloj',
	looks: {
		fresh: ['✓', 'Al día', 'good'],
		stale: ['!', 'Desactualizado', 'warn'],
		down: ['✕', 'Sin respuesta', 'bad'],
	},
	dataOnly: 'solo datos, sin operar',
	traded: (host) => `opera a través de ${host}`,
	of: (part, whole) => `${part} de ${whole}`,
	note: 'Desfase del reloj: reloj del exchange menos el de esta máquina. Libros sincronizados: cuántos de los libros suscritos van al paso de su flujo.',
	failingSince: 'Falla desde el',
	retrying: 'Reintentando ahora.',
	nextTry: 'Próximo intento:',
	exactError: 'Error exacto',
};

/** Textos de `Executions` sobre las posiciones de todos los usuarios. */
export const POSITIONS: Translated<typeof English.POSITIONS> = {
	title: 'Posiciones',
	titleNote: 'todos los usuarios',
	states: [
		['queued', 'En cola'],
		['opening', 'Abriendo'],
		['running', 'Activas'],
		['closing', 'Cerrando'],
		['closed', 'Cerradas desde el inicio'],
		['failed', 'Fallidas desde el inicio'],
	],
	attention: 'Requieren atención',
	unknownOrders: 'Órdenes con resultado desconocido',
	unhedged: 'Sin cobertura ahora',
	help: 'Cómo leer esto',
	terms: [
		[
			'Requieren atención',
			'Carrywire no puede terminar estas posiciones solo. Sus dueños ven el motivo en Cartera.',
		],
		[
			'Órdenes con resultado desconocido',
			'Carrywire pregunta al exchange hasta que confirma el resultado. Nunca envía otra vez una orden así.',
		],
		['Sin cobertura ahora', 'la diferencia actual entre las patas largas y las cortas.'],
	],
};

/** Textos de `Store`. */
export const STORE: Translated<typeof English.STORE> = {
	title: 'Almacenamiento',
	journal: 'Diario',
	writable: 'Se puede escribir',
	notWritable: 'No se puede escribir',
	database: 'Base de datos',
	wal: 'Registro de escritura anticipada',
	free: 'Espacio libre en disco',
	blocked:
		'Carrywire no abre ni cierra nada hasta que una escritura funcione. Lo reintenta cada medio segundo. Comprueba el disco del directorio de datos.',
};

/** Textos de `UnhedgedTime` y `Bar`. */
export const UNHEDGED: Translated<typeof English.UNHEDGED> = {
	title: 'Tiempo sin cobertura',
	titleNote: 'por apertura y cierre, todos los usuarios',
	lead: 'Una posición está en largo en un exchange y en corto en otro. Hasta que ambas patas se ejecutan, la pata ejecutada está expuesta al precio.',
	empty: 'No hay aperturas ni cierres desde que el servicio arrancó el',
	caption: 'Número de aperturas y cierres por tiempo sin cobertura',
	span: 'Sin cobertura durante',
	openings: 'Aperturas',
	closes: 'Cierres',
	all: 'Todos',
	sum: (count, total) => `${count}, total ${total}`,
};

/** Textos de `Traffic`. */
export const TRAFFIC: Translated<typeof English.TRAFFIC> = {
	title: 'Flujos y solicitudes',
	since: 'desde el',
	table: 'Flujos y solicitudes por exchange',
	exchange: 'Exchange',
	messages: 'Mensajes del flujo',
	reconnects: 'Reconexiones',
	gaps: 'Huecos',
	resyncs: 'Resincronizaciones',
	outcomes: [
		['answered', 'Respondidas'],
		['rejected', 'Rechazadas'],
		['failed', 'Sin respuesta'],
		['no_place', 'Retenidas'],
		['banned', 'Retenidas: bloqueo'],
	],
	banned: (span) => `Bloqueado durante ${span} más`,
	help: 'Cómo leer esta tabla',
	terms: [
		[
			'Hueco',
			'una actualización que falta en el flujo de un libro de órdenes. Carrywire no opera con el libro hasta resincronizarlo.',
		],
		['Resincronización', 'Carrywire pidió el libro entero y reinició su flujo.'],
		['Respondidas, rechazadas', 'el exchange respondió a la solicitud con datos o con un error.'],
		['Retenidas', 'Carrywire no envió la solicitud, para no pasar del límite de frecuencia del exchange.'],
	],
	byClass: 'Solicitudes por propósito',
	byClassTable: 'Solicitudes por exchange y propósito',
	purpose: 'Propósito',
	classes: {
		order: 'Órdenes',
		probe: 'Resultados de órdenes',
		market: 'Precios y libros',
		account: 'Saldos y posiciones',
		history: 'Financiación cobrada',
	},
};

/** Textos de `History` sobre la financiación cobrada por exchange. */
export const HISTORY: Translated<typeof English.HISTORY> = {
	title: 'Historial de financiación',
	table: 'Historial de financiación por exchange, en contratos',
	exchange: 'Exchange',
	state: 'Estado',
	whole: 'Completo',
	month: 'Solo los últimos 30 días',
	none: 'Aún sin leer',
	failing: 'Última lectura fallida',
	states: {
		failing: 'Falla, reintentando',
		reading: 'Leyendo',
		empty: 'Aún sin contratos',
		complete: 'Completo',
	},
	note: 'Las cifras cuentan contratos. Completo: 400 días, o todo lo que el exchange ofrece. Las previsiones de financiación usan este historial.',
};

/** Textos de `Limits` y `figures.ts`. */
export const LIMITS: Translated<typeof English.LIMITS> = {
	title: 'Límites vigentes',
	titleNote: 'para todos los usuarios, según los ajustes del servicio',
	table: 'Límites vigentes',
	limit: 'Límite',
	value: 'Valor',
	setting: 'Ajuste',
	sections: {
		execution: 'Apertura y cierre',
		risk: 'Controles antes de cada apertura',
		marketData: 'Antigüedad de los datos de mercado',
	},
	on: 'activado',
	off: 'desactivado',
	units: { executions: 'posiciones', requests: 'solicitudes' },
	over: (bound) => `más de ${bound}`,
	upTo: (bound) => `hasta ${bound}`,
};
