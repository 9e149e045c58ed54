extension LabeledSentences {
    /// Sentences with their right readings, written before the reader knew most of their forms: those of odd lines to build it
    /// with, the others to check it. Half of them have negations, slips, units or several values.
    ///
    /// A reading has the conditions that are wanted, in the notation of ``LabeledPhrases`` or as the label of a chip. `?` stands
    /// before one that may be read, `^` before one that would be the opposite.
    static let texts = """
        shoe not red -> type=shoe; !color=red
        bag non leather -> type=bag; !material=leather
        non-leather bag -> type=bag; !material=leather
        non red shoe -> type=shoe; !color=red
        leather-free shoes -> type=shoe; !material=leather
        bag free of leather -> type=bag; !material=leather
        bag w/o leather -> type=bag; !material=leather
        shoe w/o waterproof -> type=shoe; waterproof=false
        hat, anything but black -> type=hat; !color=black
        anything but red shoes -> type=shoe; !color=red
        shoes all but white -> type=shoe; !color=white
        bag all but leather -> type=bag; !material=leather
        shoe minus red -> type=shoe; !color=red
        jacket minus wool -> type=jacket; !material=wool
        boots instead of shoes -> type=boot; !type=shoe
        bag in nylon instead of leather -> type=bag; material=nylon; !material=leather
        bag rather than leather -> type=bag; !material=leather
        blue rather than red shirt -> color=blue; type=shirt; !color=red
        avoid leather bags -> type=bag; !material=leather
        shoes, avoid suede -> type=shoe; !material=suede
        i don't want red shoes -> type=shoe; !color=red
        i don't want leather -> !material=leather
        i do not want a black hat -> type=hat; !color=black
        I don’t want nylon bag -> type=bag; !material=nylon
        neither red nor black shoe -> type=shoe; !color=black,red
        neither leather nor suede boots -> type=boot; !material=leather,suede
        shoes that are neither white nor blue -> type=shoe; !color=blue,white
        not red or black shoe -> type=shoe; !color=black,red
        not leather or nylon bag -> type=bag; !material=leather,nylon
        bag not red or black -> type=bag; !color=black,red
        any bag except leather and nylon -> type=bag; !material=leather,nylon
        hat except black and white -> type=hat; !color=black,white
        everything except shoes and boots -> !type=boot,shoe
        shirt without wool or nylon -> type=shirt; !material=nylon,wool
        no leather, no suede shoes -> type=shoe; !material=leather; !material=suede
        no red no black bags -> type=bag; !color=red; !color=black
        not red, black or white bag -> type=bag; !color=black,red,white
        bag except red, black and white -> type=bag; !color=black,red,white
        not red nor black jacket -> type=jacket; !color=black,red
        shoes without leather and under 40 -> type=shoe; !material=leather; price<40
        shoe not red but blue -> type=shoe; !color=red; color=blue
        bag not leather but nylon -> type=bag; !material=leather; material=nylon
        jacket that isn't blue -> type=jacket; !color=blue
        jackets that aren't wool -> type=jacket; !material=wool
        boots not made of leather -> type=boot; !material=leather
        shoes other than red -> type=shoe; !color=red
        bags excluding nylon -> type=bag; !material=nylon
        no black boots -> type=boot; !color=black
        jacket not waterproof -> type=jacket; waterproof=false
        non waterproof boots -> type=boot; waterproof=false
        non-waterproof jacket -> type=jacket; waterproof=false
        shoes without norda -> type=shoe; !brand=Norda
        not lumo bags -> type=bag; !brand=Lumo
        bags not by Kestrel -> type=bag; !brand=Kestrel
        anything but norda shoes -> type=shoe; !brand=Norda
        not in stock boots -> type=boot; in_stock=false
        red shoe not leather -> color=red; type=shoe; !material=leather
        blue bag without leather under 60 -> color=blue; type=bag; !material=leather; price<60
        cheapest bag not leather -> sort=price; type=bag; !material=leather
        waterproof boots not black -> waterproof=true; type=boot; !color=black
        bag sans leather -> type=bag; ^material=leather
        shoes never red -> type=shoe; ^color=red
        hate red shoes -> type=shoe; ^color=red
        un-waterproof jacket -> type=jacket; ^waterproof=true
        never leather bags -> type=bag; ^material=leather
        i dislike black hats -> ?type=hat; ^color=black
        can't stand red shirts -> ?type=shirt; ^color=red
        not only red shoes -> ?type=shoe; ^color=red; ^!color=red
        not just leather bags -> ?type=bag; ^material=leather; ^!material=leather
        not without leather bag -> ?type=bag; ^!material=leather
        bag sin cuero -> type=bag
        shoes ohne leather -> type=shoe; ^material=leather
        anti red shoes -> ?type=shoe; ^color=red
        down with black hats -> ?type=hat; ?color=black
        nothing in red, hats -> ?type=hat; ^color=red
        shoes not the usual red -> type=shoe; ^color=red
        no idea, red shoes -> type=shoe; ?color=red; ^!color=red
        bag not too red -> type=bag; ^color=red
        doesn't have to be leather bag -> ?type=bag; ^material=leather; ^!material=leather
        red not bag -> color=red; !type=bag
        bag not leahter -> type=bag; !material=leather
        shoe not rde -> type=shoe; !color=red
        boots without suedde -> type=boot; !material=suede
        bag no nylom -> type=bag; !material=nylon
        hat not blakc -> type=hat; !color=black
        shirt not cottn -> type=shirt; !material=cotton
        jacket except wolo -> type=jacket; !material=wool
        shoe not whte -> type=shoe; !color=white
        bag witout leather -> type=bag; !material=leather
        shoe nto red -> type=shoe; !color=red
        bags exept nylon -> type=bag; !material=nylon
        shoes exluding leather -> type=shoe; !material=leather
        boots wihtout black -> type=boot; !color=black
        hats anyting but black -> type=hat; !color=black
        shoe undr 30 -> type=shoe; price<30
        shoe uner 30 -> type=shoe; price<30
        bags belwo 60 -> type=bag; price<60
        bag betwen 20 and 60 -> type=bag; price=20..60
        jacket ovr 50 -> type=jacket; price>50
        hats chepaer than 30 -> type=hat; price<30
        rde shoe -> ?color=red; type=shoe
        lether bag -> ?material=leather; type=bag
        waterprof boots -> ?waterproof=true; type=boot
        blakc hat -> ?color=black; type=hat
        red shoess -> color=red; type=shoe
        jackett blue -> ?type=jacket; color=blue
        nylon bga -> material=nylon; ?type=bag
        bag not leathr or nylom -> type=bag; !material=leather,nylon
        neither rde nor blakc shoe -> type=shoe; !color=black,red
        bags avoiding lether -> type=bag; !material=leather
        leathr-free boots -> type=boot; !material=leather
        shoe not waterprooof -> type=shoe; waterproof=false
        boots not Nroda -> type=boot; !brand=Norda
        shoe not crimson -> type=shoe; !color=red
        crimson shoe -> ?color=red; type=shoe
        scarlet bag -> ?color=red; type=bag
        bag not scarlet -> type=bag; !color=red
        not burgundy shirt -> type=shirt; !color=red
        burgundy shirt -> color=red; type=shirt
        kicks under 40 -> type=shoe; price<40
        no kicks -> !type=shoe
        kicks not ebony -> type=shoe; ?!color=black; ^color=black
        shoe neither crimson nor black -> type=shoe; !color=black,red
        red kicks -> color=red; type=shoe
        shoe not navy -> type=shoe; ?!color=blue
        non-crimson bag -> type=bag; !color=red
        crimson-free hats -> type=hat; !color=red
        trainers not leather -> ?type=shoe; !material=leather
        footwear without leather -> ?type=shoe; !material=leather
        hats except crimson and black -> type=hat; !color=black,red
        bag under 50 -> type=bag; price<50
        bags between 20 and 40 -> type=bag; price=20..40
        bag between 50 and 20 -> type=bag; ?price=20..50
        shoes over 50 under 20 -> type=shoe; price>50; price<20
        jackets from 40 to 80 dollars -> type=jacket; price=40..80
        boots at least 60 -> type=boot; price>=60
        boots at most 60 -> type=boot; price<=60
        hats 20 or less -> type=hat; price<=20
        bags $40-$60 -> type=bag; price=40..60
        bag under $50 not leather -> type=bag; price<50; !material=leather
        shoe <40 -> type=shoe; price<40
        boots >= 60 -> type=boot; price>=60
        shoes no more than 45 -> type=shoe; price<=45
        shoes not over 45 -> type=shoe; price<=45
        shoes not under 45 -> type=shoe; price>=45
        bags not more than 50 -> type=bag; price<=50
        shoes under 500 g -> type=shoe; weight_g<500
        bag lighter than 1 kg -> type=bag; weight_g<1000
        boots heavier than 900 grams -> type=boot; weight_g>900
        bag 30 cm -> type=bag; width_cm=30
        bag under 30 cm -> type=bag; width_cm<30
        bag wider than 30 cm -> type=bag; ?width_cm>30
        bag over 0.3 m -> type=bag; width_cm>30
        bag at least 12 inches -> type=bag; width: at least 12 inches
        boots under 1 lb -> type=boot; weight_g<453.59237
        weight under 700 hats -> weight_g<700; type=hat
        bag under 40 cm and under 50 dollars -> type=bag; width_cm<40; price<50
        shoes around $40 -> type=shoe; price=32..48
        shirts under 30 euros -> type=shirt; ?price<30
        shirt below 30 not white -> type=shirt; price<30; !color=white
        shirt not white below 30 -> type=shirt; !color=white; price<30
        under 40 without leather -> price<40; !material=leather
        not under 40 but leather -> price>=40; material=leather
        shoes under 30 or over 60 -> type=shoe
        over 10 pieces bags -> ?type=bag
        red shoes 42 -> color=red; type=shoe
        red shoe -> color=red; type=shoe
        blue bags -> color=blue; type=bag
        leather boots -> material=leather; type=boot
        black leather boots -> color=black; material=leather; type=boot
        norda shoes -> brand=Norda; type=shoe
        brand kestrel hats -> brand=Kestrel; type=hat
        waterproof jacket -> waterproof=true; type=jacket
        red or blue shoes -> color=blue,red; type=shoe
        leather or suede boots -> material=leather,suede; type=boot
        shoes or boots -> type=boot,shoe
        red bag or blue shoe -> ?red bag or blue shoe; ^color=red; ^type=shoe
        bag bag bag -> type=bag
        red red shoe -> color=red; type=shoe
        not red not red shoe -> type=shoe; !color=red
        under 50 bag under 50 -> type=bag; price<50
        show me red bags -> color=red; type=bag
        please find black boots -> color=black; type=boot
        i want a blue shirt -> color=blue; type=shirt
        i want leather shoes -> material=leather; type=shoe
        looking for a white hat -> color=white; type=hat
        i need waterproof boots -> waterproof=true; type=boot
        do you have green jackets -> color=green; type=jacket
        cheapest red shoes -> sort=price; color=red; type=shoe
        most expensive bag -> sort=-price; type=bag
        cheapest hat not wool -> sort=price; type=hat; !material=wool
        color not blue shoes -> ?type=shoe; ?!color=blue; ^color=blue
        material not leather bags -> ?type=bag; ?!material=leather; ^material=leather
        shoes in red -> type=shoe; color=red
        hat in black wool -> type=hat; color=black; material=wool
        bag with leather -> type=bag; material=leather
        bag for shoes -> type=bag
        red and blue shoe -> type=shoe
        white cotton shirt under 40 -> color=white; material=cotton; type=shirt; price<40
        suede boots not black under 90 -> material=suede; type=boot; !color=black; price<90
        shoes for running -> type=shoe
        not running shoes -> ?type=shoe; ?!title~running; ^!type=shoe
        shoes without laces -> type=shoe
        bag without a zip -> type=bag
        hat without brim black -> type=hat; ?color=black; ^!color=black
        jacket without hood blue -> type=jacket; ?color=blue; ^!color=blue
        jacket with no hood -> type=jacket
        no hood jacket -> ?type=jacket; ^!type=jacket
        not sure about leather bags -> ?type=bag; ^material=leather; ^!material=leather
        not bad shoes -> ?type=shoe; ^!type=shoe
        bag not size 42 red -> type=bag; ?color=red; ^!color=red
        free shipping red shoes -> color=red; type=shoe
        red shoes free shipping -> color=red; type=shoe
        leather free shipping -> ?material=leather; ^!material=leather
        leather free bag -> type=bag; !material=leather
        rubber free boots -> type=boot; !material=rubber
        hats wool free -> type=hat; !material=wool
        bag leather excluded -> type=bag; !material=leather
        shoes no leather please -> type=shoe; !material=leather
        shirt no white -> type=shirt; !color=white
        blue shoes, not waterproof, under 50 -> color=blue; type=shoe; waterproof=false; price<50
        bags, not black, nylon -> type=bag; !color=black; ?material=nylon
        bag not black and not brown -> type=bag; !color=black; !color=brown
        bag not black, not brown -> type=bag; !color=black; !color=brown
        shoes neither leather nor waterproof -> type=shoe; ?not leather, waterproof; ^material=leather; ^waterproof=true
        not leather or waterproof bag -> type=bag; ?not leather, waterproof; ^material=leather; ^waterproof=true
        not red and leather bag -> type=bag; !color=red; ^!material=leather
        not a red bag but a blue shoe -> !color=red; ?color=blue; ?type=shoe
        boots, no suede or leather, not black -> type=boot; !material=leather,suede; !color=black
        i don't want leather or suede shoes -> type=shoe; !material=leather,suede
        waterproof shoes excluding norda and lumo -> waterproof=true; type=shoe; !brand=Lumo,Norda
        black and not leather bag -> color=black; !material=leather; type=bag
        not leather, waterproof boots -> !material=leather; waterproof=true; type=boot
        nonred shoe -> type=shoe; ^color=red
        unleather bag -> type=bag; ^material=leather
        shoe no-red -> type=shoe; !color=red
        bag not-leather -> type=bag; !material=leather
        RED SHOE NOT LEATHER -> color=red; type=shoe; !material=leather
        Bag: not leather; not nylon! -> type=bag; !material=leather; !material=nylon
        black bag (not leather) -> color=black; type=bag; !material=leather
        """
}
