/// The codes of languages of ISO 639, in two or three letters, which Unicode's repository of locales has names for.
enum LanguageCodes {
    static let all = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let text = """
        aa ab ace ach ada ady ae aeb af afh agq ain ak akk akz ale aln alt am an ang anp apw ar arc arn aro arp arq ars
        arw ary arz as asa ase ast av avk awa ay az ba bal ban bar bas bax bbc bbj be bej bem ber bew bez bfd bfq bg bgc
        bgn bho bi bik bin bjn bkm bla blo bm bn bo bpy bqi br bra brh brx bs bss bua bug bum byn byv ca cad car cay cch
        ccp ce ceb cgg ch chb chg chk chm chn cho chp chr chy cic ckb co cop cps cr crh cs csb csw cu cv cy da dak dar
        dav de del den dgr din dje doi dsb dtp dua dum dv dyo dyu dz dzg ebu ee efi egl egy eka el elx en enm eo es esu
        et eu ewo ext fa fan fat ff fi fil fit fj fo fon fr frc frm fro frp frr frs fur fy ga gaa gag gan gay gba gbz gd
        gez gil gl glk gmh gn goh gom gon gor got grb grc gsw gu guc gur guz gv gwi ha hai hak haw he hi hif hil hit hmn
        ho hr hsb hsn ht hu hup hy hz ia iba ibb id ie ig ii ik ilo inh io is it iu izh ja jam jbo jgo jmc jpr jrb jut
        jv ka kaa kab kac kaj kam kaw kbd kbl kcg kde kea ken kfo kg kgp kha kho khq khw ki kiu kj kk kkj kl kln km kmb
        kn ko koi kok kos kpe kr krc kri krj krl kru ks ksb ksf ksh ku kum kut kv kw kxv ky la lad lag lah lam lb lez
        lfn lg li lij liv lkt lmo ln lo lol loz lrc lt ltg lu lua lui lun luo lus lut luy lv lzh lzz mad maf mag mai mak
        man mas mde mdf mdh mdr men mer mfe mg mga mgh mgo mh mi mic mid min mis mk ml mn mnc mni moh mos mr mrj ms mt
        mua mul mus mwl mwr mwv my mye myv mzn na nan nap naq nb nd nds ne new ng nia niu njo nl nmg nn nnh nnp no nog
        non nov nqo nr nso nus nv nwc ny nym nyn nyo nzi oc oj om or os osa ota otk oui pa pag pal pam pap pau pcd pcm
        pdc pdt peo pfl phn pi pl pms pnt pon pqm prg pro ps pt qu quc qug raj rap rar rej rgn rhg rif rm rn ro rof rom
        rtm ru rue rug rup rw rwk sa sad sah sam saq sas sat saz sba sbp sc scn sco sd sdc sdh se see seh sei sel ses sg
        sga sgs shi shn shu si sid sjd sje sju sk sl sli sly sm sma smj smn sms sn snk so sog sq sr srn srr ss ssy st
        stq su suk sus sux sv sw swb syc syr szl ta tcy te tem teo ter tet tg th ti tig tiv tk tkl tkr tlh tli tly tmh
        tn to tog tok tpi tr tru trv ts tsd tsi tt ttt tum tvl tw twq ty tyv tzm udm ug uga uk umb und ur uz vai ve vec
        vep vi vls vmf vmw vo vot vro vun wa wae wal war was wbp wo wuu xal xh xmf xnr xog yao yap yav ybb yi yo yrl yue
        za zap zbl zea zen zgh zh zu zun zxx zza
        """
}
